import { control, got, type Schemas } from '../../client/control.ts'
import { AREA_TITLES, AREAS } from '../../contract/contract.ts'
import { Choice, Filters, Search } from '../../parts/filters.tsx'
import { Empty, Shown } from '../../parts/loaded.tsx'
import { Page } from '../../parts/page.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { goTo, hrefTo, route } from '../../session/route.ts'
import { useLoaded } from '../../world/use-loaded.ts'

type Scenario = Schemas['Scenario']

/** The library of saved edge cases. */
export function ScenariosPage() {
  const loaded = useLoaded('scenarios', async () => (await got(control.GET('/_understudy/scenarios'))).scenarios)
  return (
    <Page title="Scenarios" about="Saved edge cases. Load one into a sandbox and continue from there.">
      <Shown of={loaded}>
        {(scenarios) => {
          const shown = scenarios.filter(fits)
          return (
            <>
              <Filters count={`${shown.length} of ${scenarios.length}`}>
                <Search label="Find a scenario" />
                <Choice name="area" label="Area" any="all" options={AREAS.map((area) => [area, AREA_TITLES[area]])} />
              </Filters>
              <Table
                label="Scenarios"
                rows={shown}
                keyOf={({ name }) => name}
                most={20}
                open={({ name }) => goTo(['scenarios', name])}
                columns={COLUMNS}
                empty={
                  <Empty title="No scenario matches">Change the filter, or select requests and save them as one.</Empty>
                }
              />
            </>
          )
        }}
      </Shown>
    </Page>
  )
}

function fits({ name, summary, area: of }: Scenario): boolean {
  const { find = '', area = '' } = route.value.query
  return (area === '' || of === area) && `${name} ${summary}`.toLowerCase().includes(find.toLowerCase())
}

const COLUMNS: readonly Column<Scenario>[] = [
  {
    title: 'What it shows',
    width: 'minmax(12rem, 3fr)',
    show: ({ name, summary }) => (
      <a class="lead two-lines" href={hrefTo(['scenarios', name])} onClick={(event) => event.stopPropagation()}>
        {summary || name}
      </a>
    ),
  },
  { title: 'Name', width: 'minmax(9rem, 2fr)', minor: true, spare: true, show: ({ name }) => <code>{name}</code> },
  {
    title: 'Area',
    width: '7rem',
    minor: true,
    show: ({ area }) => (area ? AREA_TITLES[area] : <span class="quiet">–</span>),
  },
  { title: 'Steps', width: '4.5rem', right: true, show: ({ steps }) => <span class="number">{steps}</span> },
]
