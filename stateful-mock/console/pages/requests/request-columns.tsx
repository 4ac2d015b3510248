import { StatusChip } from '../../parts/chip.tsx'
import type { Column } from '../../parts/table.tsx'
import { hrefTo } from '../../session/route.ts'
import { shortInstant } from '../../values/instant.tsx'
import { ruleById } from '../../values/rules.tsx'
import type { Logged } from '../../world/requests.ts'
import { requestFilter } from './request-filters.tsx'
import type { Selection } from './use-selection.ts'

/** Left out beside an open request. */
const FULL_WIDTH_ONLY = ['Why', 'At', 'ms']

/** The columns of the log, fewer of them beside an open request. */
export function requestColumns(selection: Selection, beside: boolean): readonly Column<Logged>[] {
  const all = [selectColumn(selection), ...COLUMNS]
  return beside ? all.filter(({ title }) => !FULL_WIDTH_ONLY.includes(title)) : all
}

const selectColumn = ({ ids, pick }: Selection): Column<Logged> => ({
  title: 'Select',
  unseen: true,
  width: '2.5rem',
  show: (one) => (
    <input
      type="checkbox"
      tabIndex={-1}
      aria-label={`Select request ${one.id}`}
      checked={ids.has(one.id)}
      onClick={(event) => {
        event.stopPropagation()
        pick(one, event.shiftKey)
      }}
    />
  ),
})

const COLUMNS: readonly Column<Logged>[] = [
  { title: 'Status', width: '4.5rem', show: ({ status }) => <StatusChip status={status} /> },
  {
    title: 'Method',
    width: '4.5rem',
    show: ({ method }) => <span class={`method method-${method}`}>{method}</span>,
  },
  {
    title: 'Operation',
    width: 'minmax(9rem, 1fr)',
    show: ({ id, operationId, path }) => (
      <a class="lead" href={hrefTo(['requests', id], requestFilter())} onClick={(event) => event.stopPropagation()}>
        {operationId ?? path}
      </a>
    ),
  },
  { title: 'Caller', width: '6rem', minor: true, show: ({ actor }) => actor ?? <span class="quiet">anonymous</span> },
  { title: 'Why', width: 'minmax(8rem, 2.5fr)', minor: true, show: (one) => <Why request={one} /> },
  {
    title: 'ms',
    width: '4rem',
    right: true,
    minor: true,
    spare: true,
    show: ({ durationMs }) => <span class="number">{durationMs.toFixed(durationMs < 100 ? 1 : 0)}</span>,
  },
  { title: 'At', width: '8.5rem', minor: true, show: ({ at }) => <time dateTime={at}>{shortInstant(at)}</time> },
]

function Why({ request: { rules, fault } }: { request: Logged }) {
  if (fault !== undefined) return <span>fault {fault}</span>
  const [first] = rules
  if (first === undefined) return <span class="quiet">–</span>
  return (
    <span class="two-lines" title={rules.join(', ')}>
      {ruleById.value.get(first)?.says ?? first}
      {rules.length > 1 && <span class="quiet"> +{rules.length - 1}</span>}
    </span>
  )
}
