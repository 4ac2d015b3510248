import { useEffect, useRef } from 'preact/hooks'
import { AREA_TITLES, AREAS, contract, type Described } from '../../contract/contract.ts'
import { OperationForm } from '../../forms/operation-form.tsx'
import { Empty } from '../../parts/loaded.tsx'
import { Page, Panel } from '../../parts/page.tsx'
import { changeQuery, hrefTo, route } from '../../session/route.ts'

/** A form for any operation, and for anything that can happen from outside. */
export function TryPage({ id }: { id: string | undefined }) {
  const known = contract.value
  const list = useRef<HTMLElement>(null)
  useEffect(() => showCurrent(list.current), [id, known])
  if (!known) return <p class="loading">Loading</p>
  const find = (route.value.query.find ?? '').toLowerCase()
  const fits = ({ id: name, summary, path }: Described) => `${name} ${summary} ${path}`.toLowerCase().includes(find)
  const groups = [
    ...AREAS.map((area) => ({
      title: AREA_TITLES[area],
      operations: known.operations.filter((one) => one.area === area && fits(one)),
    })),
    { title: 'Outside events', operations: known.events.filter(fits) },
    { title: 'Side doors', operations: known.doors.filter(fits) },
  ]
  const operation = id === undefined ? undefined : known.byId.get(id)
  return (
    <Page
      title="Try it"
      about="Any operation, with a form made from its description. The response is previewed before anything is sent."
    >
      <div class="try">
        <nav ref={list} class="operations" aria-label="Operations">
          <label class="search">
            <span class="unseen">Find an operation</span>
            <input
              type="search"
              placeholder="Find an operation"
              value={route.value.query.find ?? ''}
              onInput={(event) => changeQuery({ find: event.currentTarget.value })}
            />
          </label>
          {groups
            .filter(({ operations }) => operations.length > 0)
            .map(({ title, operations }) => (
              <details
                key={title}
                open={
                  find !== '' || operations.some((one) => one.id === id) || (id === undefined && title === 'Clusters')
                }
              >
                <summary>
                  {title} <span class="quiet">{operations.length}</span>
                </summary>
                <ul>
                  {operations.map((one) => (
                    <li key={one.id}>
                      <a
                        href={hrefTo(['try', one.id], { find: route.value.query.find })}
                        aria-current={one.id === id ? 'page' : undefined}
                      >
                        <span class={`method method-${one.method}`}>{one.method}</span> {one.id}
                      </a>
                    </li>
                  ))}
                </ul>
              </details>
            ))}
        </nav>
        {operation ? (
          <Panel title={operation.summary}>
            <OperationForm key={operation.id} operation={operation} />
          </Panel>
        ) : (
          <Empty title="Choose an operation">
            There are {known.operations.length}, and {known.events.length} things that can happen from outside.
          </Empty>
        )}
      </div>
    </Page>
  )
}

/** Scrolls the list, and only the list, to what is chosen. */
function showCurrent(list: HTMLElement | null): void {
  const current = list?.querySelector<HTMLElement>('[aria-current]')
  if (!list || !current) return
  const away = current.getBoundingClientRect().bottom - list.getBoundingClientRect().bottom
  if (away > 0) list.scrollTop += away + list.clientHeight / 2
}
