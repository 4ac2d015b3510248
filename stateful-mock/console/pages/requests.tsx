import { useSignal } from '@preact/signals'
import { StatusChip } from '../parts/chip.tsx'
import { Page } from '../parts/page.tsx'
import { RequestDetail } from '../parts/request-detail.tsx'
import { SaveScenario } from '../parts/save-scenario.tsx'
import { Empty } from '../parts/states.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { shortInstant } from '../parts/time.tsx'
import { attempt } from '../parts/toast.tsx'
import { ruleById } from '../parts/why.tsx'
import { control, got } from '../state/control.ts'
import { forgetRequests, hold, type Logged, paused, requests, resume, skipped } from '../state/requests.ts'
import { changeQuery, goTo, hrefTo, route } from '../state/route.ts'

/** Left out beside an open request. */
const FULL_WIDTH_ONLY = ['Why', 'At', 'ms']

/** The live log: what came in, what went out, and why. */
export function RequestsPage({ id }: { id: string | undefined }) {
  const { find = '', status = '', actor = '' } = { ...route.value.query, actor: route.value.query.by }
  const chosen = useSignal<ReadonlySet<number>>(new Set())
  const anchor = useSignal<number | undefined>(undefined)
  const saving = useSignal(false)
  const shown = requests.value.filter((one) => fits(one, find.toLowerCase(), status, actor))
  const callers = [...new Set(requests.value.flatMap((one) => one.actor ?? []))].sort()

  const pick = (row: Logged, range: boolean) => {
    const next = new Set(chosen.value)
    const from = shown.findIndex((one) => one.id === anchor.value)
    const to = shown.indexOf(row)
    if (range && from >= 0) for (const one of shown.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(one.id)
    else if (!next.delete(row.id)) next.add(row.id)
    anchor.value = row.id
    chosen.value = next
  }
  const entries = requests.value.flatMap((one) =>
    chosen.value.has(one.id) && one.entry !== undefined ? [one.entry] : [],
  )
  const columns: readonly Column<Logged>[] = [
    {
      title: 'Select',
      unseen: true,
      width: '2.5rem',
      show: (one) => (
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={`Select request ${one.id}`}
          checked={chosen.value.has(one.id)}
          onClick={(event) => {
            event.stopPropagation()
            pick(one, event.shiftKey)
          }}
        />
      ),
    },
    { title: 'Status', width: '4.5rem', show: (one) => <StatusChip status={one.status} /> },
    {
      title: 'Method',
      width: '4.5rem',
      show: (one) => <span class={`method method-${one.method}`}>{one.method}</span>,
    },
    {
      title: 'Operation',
      width: 'minmax(9rem, 1.6fr)',
      show: (one) => (
        <a
          class="lead"
          href={hrefTo(['requests', one.id], { find, status, by: actor })}
          onClick={(event) => event.stopPropagation()}
        >
          {one.operationId ?? one.path}
        </a>
      ),
    },
    {
      title: 'Caller',
      width: '6rem',
      minor: true,
      show: (one) => one.actor ?? <span class="quiet">nobody</span>,
    },
    { title: 'Why', width: 'minmax(8rem, 2fr)', minor: true, show: (one) => why(one) },
    {
      title: 'ms',
      width: '4rem',
      right: true,
      minor: true,
      show: (one) => <span class="number">{one.durationMs.toFixed(1)}</span>,
    },
    {
      title: 'At',
      width: '8.5rem',
      minor: true,
      show: (one) => <time dateTime={one.at}>{shortInstant(one.at)}</time>,
    },
  ]
  return (
    <Page
      title="Requests"
      about="Everything that came in, newest first. Select some with the boxes, a range with Shift, and save them as a scenario."
      tools={
        <>
          <button
            type="button"
            class="button"
            aria-pressed={paused.value}
            onClick={() => (paused.value ? resume() : hold())}
          >
            {paused.value ? 'Go on' : 'Hold still'}
          </button>
          <button
            type="button"
            class="button"
            onClick={() =>
              attempt(async () => {
                await got(control.DELETE('/_understudy/requests'))
                forgetRequests()
              }, 'The log is empty')
            }
          >
            Clear
          </button>
          <button
            type="button"
            class="button primary"
            disabled={entries.length === 0}
            onClick={() => {
              saving.value = true
            }}
          >
            Save as scenario{entries.length > 0 && ` (${entries.length})`}
          </button>
        </>
      }
    >
      <div class="filters">
        <label class="search">
          <span class="unseen">Find in requests</span>
          <input
            type="search"
            placeholder="Find by path, operation, rule"
            value={find}
            onInput={(event) => changeQuery({ find: event.currentTarget.value })}
          />
        </label>
        <label class="filter">
          <span>Status</span>
          <select value={status} onChange={(event) => changeQuery({ status: event.currentTarget.value })}>
            <option value="">all</option>
            <option value="2">2xx</option>
            <option value="4">4xx</option>
            <option value="5">5xx and dropped</option>
          </select>
        </label>
        <label class="filter">
          <span>Caller</span>
          <select value={actor} onChange={(event) => changeQuery({ by: event.currentTarget.value })}>
            <option value="">anybody</option>
            {callers.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <span class="quiet count" role="status">
          {shown.length.toLocaleString('en')} shown
          {skipped.value > 0 && `, a sample: ${skipped.value.toLocaleString('en')} came too fast to show`}
          {chosen.value.size > 0 && `, ${chosen.value.size} selected, ${entries.length} of them changed the world`}
        </span>
      </div>
      <div class={id === undefined ? 'split' : 'split open'}>
        <Table
          label="Requests"
          rows={shown}
          keyOf={(one) => one.id}
          most={20}
          open={(one, event) =>
            event.shiftKey ? pick(one, true) : goTo(['requests', one.id], { find, status, by: actor })
          }
          selected={(one) => chosen.value.has(one.id) || String(one.id) === id}
          columns={columns.filter(({ title }) => id === undefined || !FULL_WIDTH_ONLY.includes(title))}
          empty={
            <Empty title={requests.value.length === 0 ? 'Nobody has called yet' : 'Nothing fits the filter'}>
              {requests.value.length === 0 ? (
                <>
                  Point a client at <code>{location.origin}/api/v1</code>, or{' '}
                  <a href={hrefTo(['try'])}>try an operation</a>.
                </>
              ) : (
                'Change or clear the filter above.'
              )}
            </Empty>
          }
        />
        {id !== undefined && (
          <RequestDetail id={Number(id)} close={() => goTo(['requests'], { find, status, by: actor })} />
        )}
      </div>
      {saving.value && (
        <SaveScenario
          from={Math.min(...entries)}
          to={Math.max(...entries)}
          close={() => {
            saving.value = false
          }}
        />
      )}
    </Page>
  )
}

function why({ rules, fault }: Logged) {
  if (fault !== undefined) return <span>fault {fault}</span>
  const [first] = rules
  if (first === undefined) return <span class="quiet">–</span>
  return (
    <span title={rules.join(', ')}>
      {ruleById.value.get(first)?.says ?? first}
      {rules.length > 1 && <span class="quiet"> +{rules.length - 1}</span>}
    </span>
  )
}

function fits(
  { status, method, path, operationId = '', rules, actor: caller }: Logged,
  find: string,
  wanted: string,
  actor: string,
): boolean {
  if (wanted === '5' ? status > 0 && status < 500 : wanted !== '' && Math.floor(status / 100) !== Number(wanted))
    return false
  if (actor !== '' && caller !== actor) return false
  return find === '' || `${method} ${path} ${operationId} ${status} ${rules.join(' ')}`.toLowerCase().includes(find)
}
