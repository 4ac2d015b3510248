import { control, got, type Schemas } from '../../client/control.ts'
import { Chip } from '../../parts/chip.tsx'
import { Choice, Filters, Search } from '../../parts/filters.tsx'
import { Empty, Shown } from '../../parts/loaded.tsx'
import { Page } from '../../parts/page.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { changeQuery, pushQuery, route } from '../../session/route.ts'
import { useLoaded } from '../../world/use-loaded.ts'
import { GapDialog } from './gap-dialog.tsx'

type Gap = Schemas['Gap']

/** All gaps, with the values of this world. */
export function GapsPage() {
  const loaded = useLoaded('gaps', async () => (await got(control.GET('/_understudy/gaps'))).gaps)
  const chosen = loaded.data?.find(({ id }) => id === route.value.query.gap)
  const open = (id: string | undefined) => pushQuery({ gap: id })
  return (
    <Page
      title="Gaps"
      about="The contract leaves these points open. Each has a value in this sandbox. Change it to see how a client handles another implementation."
    >
      <Shown of={loaded}>
        {(gaps) => {
          const shown = gaps.filter(fits)
          return (
            <>
              <GapFilters gaps={gaps} shown={shown.length} />
              <Table
                label="Gaps"
                rows={shown}
                keyOf={({ id }) => id}
                most={20}
                open={({ id }) => open(id)}
                columns={columns(open)}
                empty={<Empty title="No gap matches">Change or clear the filter above.</Empty>}
              />
            </>
          )
        }}
      </Shown>
      {chosen && <GapDialog key={chosen.id} gap={chosen} close={() => open(undefined)} changed={loaded.again} />}
    </Page>
  )
}

function fits(gap: Gap): boolean {
  const { find = '', area = '', changed } = route.value.query
  return (
    (area === '' || gap.id.startsWith(`${area}.`)) &&
    (changed === undefined || gap.source !== 'default') &&
    (find === '' || `${gap.id} ${gap.about} ${gap.where}`.toLowerCase().includes(find.toLowerCase()))
  )
}

function GapFilters({ gaps, shown }: { gaps: readonly Gap[]; shown: number }) {
  const areas = [...new Set(gaps.map(({ id }) => id.split('.')[0] ?? ''))]
  return (
    <Filters count={`${shown} of ${gaps.length}`}>
      <Search label="Find in gaps" placeholder="Find by name or what it is about" />
      <Choice name="area" label="Area" any="all" options={areas.map((name) => [name, name])} />
      <label class="check">
        <input
          type="checkbox"
          checked={route.value.query.changed !== undefined}
          onChange={(event) => changeQuery({ changed: event.currentTarget.checked ? 'yes' : undefined })}
        />{' '}
        Changed only
      </label>
    </Filters>
  )
}

const columns = (open: (id: string) => void): readonly Column<Gap>[] => [
  {
    title: 'Gap',
    // Two lines of a long name where there is no room.
    width: 'minmax(min(16rem, 50%), 1.3fr)',
    show: ({ id }) => (
      <button
        type="button"
        class="link two-lines"
        onClick={(event) => {
          event.stopPropagation()
          open(id)
        }}
      >
        <code>{id}</code>
      </button>
    ),
  },
  {
    title: 'About',
    width: 'minmax(10rem, 2.2fr)',
    minor: true,
    show: ({ about }) => (
      <span class="two-lines" title={about}>
        {about}
      </span>
    ),
  },
  { title: 'Value', width: 'minmax(7rem, 1fr)', show: ({ value }) => <code>{JSON.stringify(value)}</code> },
  {
    title: 'Set by',
    width: '6.5rem',
    minor: true,
    show: ({ source }) => <Chip text={source} tone={source === 'default' ? 'calm' : 'busy'} />,
  },
]
