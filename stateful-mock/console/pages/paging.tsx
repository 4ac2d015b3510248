import { Chip } from '../parts/chip.tsx'
import { Page } from '../parts/page.tsx'
import { Empty, Shown } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { shortInstant } from '../parts/time.tsx'
import { labels } from '../state/actors.ts'
import { control, got } from '../state/control.ts'
import { changeQuery, hrefTo, route } from '../state/route.ts'
import { useLoaded } from '../state/use-loaded.ts'

/** Who was paged, how, for what, and whether it got through. */
export function PagingPage() {
  const loaded = useLoaded('pages', async () => (await got(control.GET('/_understudy/pages'))).pages.toReversed())
  const { person = '', find = '' } = route.value.query
  return (
    <Page title="Pages" about="Who was got out of bed, by what, for which incident.">
      <Shown of={loaded}>
        {(pages) => {
          const shown = pages.filter(
            (one) =>
              (person === '' || one.userId === person) &&
              (find === '' || JSON.stringify(one).toLowerCase().includes(find.toLowerCase())),
          )
          return (
            <>
              <div class="filters">
                <label class="search">
                  <span class="unseen">Find in pages</span>
                  <input
                    type="search"
                    placeholder="Find by incident or address"
                    value={find}
                    onInput={(event) => changeQuery({ find: event.currentTarget.value })}
                  />
                </label>
                <label class="filter">
                  <span>Person</span>
                  <select value={person} onChange={(event) => changeQuery({ person: event.currentTarget.value })}>
                    <option value="">anybody</option>
                    {[...new Set(pages.map(({ userId }) => userId))].map((userId) => (
                      <option key={userId} value={userId}>
                        {labels.value.get(userId) ?? userId}
                      </option>
                    ))}
                  </select>
                </label>
                <span class="quiet count">{shown.length} pages</span>
              </div>
              <Table
                label="Pages"
                rows={shown}
                keyOf={({ id }) => id}
                columns={[
                  { title: 'Outcome', width: '6.5rem', show: ({ outcome }) => <Chip text={outcome} /> },
                  {
                    title: 'Who',
                    width: '7rem',
                    show: ({ userId }) => <strong>{labels.value.get(userId) ?? userId}</strong>,
                  },
                  { title: 'How', width: '5rem', show: ({ channel }) => channel },
                  {
                    title: 'To',
                    width: 'minmax(8rem, 1fr)',
                    minor: true,
                    show: ({ to, error }) => (error ? <span class="bad-text">{error}</span> : to),
                  },
                  {
                    title: 'Incident',
                    width: 'minmax(8rem, 1fr)',
                    show: ({ incidentId }) => (
                      <a href={hrefTo(['things', 'OncallIncident', incidentId])}>{incidentId}</a>
                    ),
                  },
                  {
                    title: 'Step',
                    width: '9rem',
                    minor: true,
                    show: ({ step, round }) => `step ${step + 1}${round > 0 ? `, round ${round + 1}` : ''}`,
                  },
                  { title: 'At', width: '8.5rem', minor: true, show: ({ at }) => shortInstant(at) },
                ]}
                empty={
                  <Empty title="Nobody was paged">
                    Let <a href={hrefTo(['try', 'alertFires'])}>an alert fire</a> on a service with an escalation
                    policy.
                  </Empty>
                }
              />
            </>
          )
        }}
      </Shown>
    </Page>
  )
}
