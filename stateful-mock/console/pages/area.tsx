import { useSignal } from '@preact/signals'
import { Fields } from '../parts/fields.tsx'
import { JsonView } from '../parts/json.tsx'
import { MakeButtons } from '../parts/make-buttons.tsx'
import { Page, Panel } from '../parts/page.tsx'
import { ParentPicker } from '../parts/parent-picker.tsx'
import { Empty, Shown } from '../parts/states.tsx'
import { ThingsTable } from '../parts/things-table.tsx'
import { AREA_TITLES, type AreaName } from '../state/contract.ts'
import { bodyOf, readStep, rehearse } from '../state/look.ts'
import { type Resource, resources } from '../state/resources.ts'
import { changeQuery, goTo, hrefTo, route } from '../state/route.ts'
import { isRecord } from '../state/schema-values.ts'
import { loadPages } from '../state/things.ts'
import { useLoaded } from '../state/use-loaded.ts'

/** An area: what kinds of things it has, and those of the chosen kind. */
export function AreaPage({
  area,
  entity,
  values,
}: {
  area: AreaName
  entity: string | undefined
  values: readonly string[]
}) {
  const kinds = resources.value.filter((one) => one.area === area)
  const chosen = kinds.find((one) => one.entity === entity) ?? kinds[0]
  if (!chosen) return <Empty title="There is no such area">Choose one on the left.</Empty>
  return (
    <Page title={AREA_TITLES[area]} tools={<MakeButtons resource={chosen} values={values} />}>
      <nav class="kinds" aria-label={`Kinds of things in ${AREA_TITLES[area]}`}>
        {kinds.map((one) => (
          <a
            key={one.shown.id}
            href={hrefTo(['areas', area, one.entity])}
            aria-current={one === chosen ? 'page' : undefined}
          >
            {one.title}
          </a>
        ))}
      </nav>
      {chosen.listed ? (
        <Listed key={chosen.entity} resource={chosen} values={values} />
      ) : (
        <Single key={chosen.entity} resource={chosen} />
      )}
    </Page>
  )
}

function Listed({ resource, values }: { resource: Resource; values: readonly string[] }) {
  const complete = values.length >= resource.parents.length && values.every((value) => value !== '')
  return (
    <>
      {resource.parents.map(({ entity }, index) => (
        <ParentPicker
          key={entity}
          entity={entity}
          before={values.slice(0, index)}
          chosen={values[index]}
          choose={(value) => goTo(['areas', resource.area, resource.entity, ...values.slice(0, index), value])}
        />
      ))}
      {complete && <Rows resource={resource} values={values} />}
    </>
  )
}

function Rows({ resource, values }: { resource: Resource; values: readonly string[] }) {
  const filters = resource.shown.parameters.filter(
    ({ name, in: place, required }) => place === 'query' && !required && name !== 'cursor',
  )
  const { query } = route.value
  const given = Object.fromEntries(
    filters.flatMap(({ name }) => (query[`by.${name}`] ? [[name, query[`by.${name}`] ?? '']] : [])),
  )
  const pages = useSignal(1)
  const loaded = useLoaded(`${resource.entity} ${values.join(' ')} ${JSON.stringify(given)}`, () =>
    loadPages(resource, values, given, pages.peek()),
  )
  const find = (query.find ?? '').toLowerCase()
  return (
    <>
      <div class="filters">
        <label class="search">
          <span class="unseen">Find in {resource.title}</span>
          <input
            type="search"
            placeholder={`Find in ${resource.title.toLowerCase()}`}
            value={query.find ?? ''}
            onInput={(event) => changeQuery({ find: event.currentTarget.value })}
          />
        </label>
        {filters.map(({ name, schema }) => {
          const states = (schema.enum ?? resource.machines.find(({ observe }) => observe === name)?.states)?.map(String)
          return (
            <div key={name} class="filter">
              <span>{name}</span>
              {states ? (
                <select
                  aria-label={name}
                  value={query[`by.${name}`] ?? ''}
                  onChange={(event) => changeQuery({ [`by.${name}`]: event.currentTarget.value })}
                >
                  <option value="">default</option>
                  {states.map((state) => (
                    <option key={state} value={state}>
                      {state}
                    </option>
                  ))}
                </select>
              ) : (
                <input
                  aria-label={name}
                  type="text"
                  value={query[`by.${name}`] ?? ''}
                  onChange={(event) => changeQuery({ [`by.${name}`]: event.currentTarget.value })}
                />
              )}
            </div>
          )
        })}
        {loaded.data && (
          <span class="quiet count">
            {loaded.data.rows.length.toLocaleString('en')} shown by the API{loaded.data.more && ', more to come'}
          </span>
        )}
      </div>
      <Shown of={loaded}>
        {({ rows, more }) => (
          <>
            <ThingsTable
              resource={resource}
              values={values}
              rows={find === '' ? rows : rows.filter((row) => JSON.stringify(row).toLowerCase().includes(find))}
            />
            {more && (
              <button
                type="button"
                class="button load-more"
                onClick={() => {
                  pages.value *= 4
                  loaded.again()
                }}
              >
                Load more
              </button>
            )}
          </>
        )}
      </Shown>
    </>
  )
}

function Single({ resource }: { resource: Resource }) {
  const loaded = useLoaded(resource.shown.id, async () => {
    const [answer] = await rehearse([readStep(resource.shown.id)])
    return bodyOf(answer) ?? null
  })
  return (
    <Shown of={loaded}>
      {(body) => (
        <div class="columns">
          <Panel title={resource.title}>
            {isRecord(body) ? (
              <Fields thing={body} schema={resource.shown.answers ?? {}} machines={resource.machines} />
            ) : (
              <JsonView value={body} />
            )}
          </Panel>
          <Panel title="JSON">
            <JsonView value={body} label={`${resource.title} as JSON`} />
          </Panel>
        </div>
      )}
    </Shown>
  )
}
