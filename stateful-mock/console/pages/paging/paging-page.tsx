import { control, got, type Schemas } from '../../client/control.ts'
import { Chip } from '../../parts/chip.tsx'
import { Choice, Filters, Search } from '../../parts/filters.tsx'
import { Empty, Shown } from '../../parts/loaded.tsx'
import { Page } from '../../parts/page.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { hrefTo, route } from '../../session/route.ts'
import { shortInstant } from '../../values/instant.tsx'
import { Reference } from '../../values/value.tsx'
import { labels } from '../../world/actors.ts'
import { useLoaded } from '../../world/use-loaded.ts'

type PageSent = Schemas['Page']

/** Maximum number that is shown, the latest ones. */
const MOST = 1_000

/** The pages sent: to whom, how, for what, and whether they arrived. */
export function PagingPage() {
  const loaded = useLoaded('pages', async () =>
    (await got(control.GET('/_understudy/pages', { params: { query: { limit: MOST } } }))).pages.toReversed(),
  )
  return (
    <Page title="Pages" about="Who was paged, by which channel, for which incident.">
      <Shown of={loaded}>
        {(pages) => {
          const shown = pages.filter(fits)
          const people = [...new Set(pages.map(({ userId }) => userId))]
          return (
            <>
              <Filters
                count={`${shown.length === 1 ? '1 page' : `${shown.length} pages`}${pages.length === MOST ? ` of the latest ${MOST}` : ''}`}
              >
                <Search label="Find in pages" placeholder="Find by incident or address" />
                <Choice
                  name="person"
                  label="Person"
                  any="anyone"
                  options={people.map((userId) => [userId, labels.value.get(userId) ?? userId])}
                />
              </Filters>
              <Table label="Pages" rows={shown} keyOf={({ id }) => id} columns={COLUMNS} empty={<NobodyPaged />} />
            </>
          )
        }}
      </Shown>
    </Page>
  )
}

function fits(one: PageSent): boolean {
  const { person = '', find = '' } = route.value.query
  return (
    (person === '' || one.userId === person) &&
    (find === '' || JSON.stringify(one).toLowerCase().includes(find.toLowerCase()))
  )
}

const COLUMNS: readonly Column<PageSent>[] = [
  { title: 'Outcome', width: '6.5rem', show: ({ outcome }) => <Chip text={outcome} /> },
  {
    title: 'Who',
    width: 'minmax(7rem, 1.2fr)',
    show: ({ userId }) => <strong class="two-lines">{labels.value.get(userId) ?? userId}</strong>,
  },
  { title: 'How', width: '5rem', minor: true, show: ({ channel }) => channel },
  {
    title: 'To',
    width: 'minmax(8rem, 1.2fr)',
    minor: true,
    spare: true,
    show: ({ to, error }) => (error ? <span class="bad-text">{error}</span> : to),
  },
  {
    title: 'Incident',
    width: 'minmax(8rem, 1.5fr)',
    show: ({ incidentId }) => (
      <span class="two-lines">
        <Reference entity="OncallIncident" id={incidentId} />
      </span>
    ),
  },
  {
    title: 'Step',
    width: 'minmax(4rem, 0.6fr)',
    minor: true,
    show: ({ step, round }) => `step ${step + 1}${round > 0 ? `, round ${round + 1}` : ''}`,
  },
  { title: 'At', width: '8.5rem', minor: true, show: ({ at }) => shortInstant(at) },
]

const NobodyPaged = () => (
  <Empty title="Nobody was paged">
    <a href={hrefTo(['try', 'alertFires'])}>Fire an alert</a> for a service with an escalation policy.
  </Empty>
)
