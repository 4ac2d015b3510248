import { useSignal } from '@preact/signals'
import { contract, type Described } from '../../contract/contract.ts'
import { fieldLabel, type Resource } from '../../contract/resources.ts'
import { Choice, Filters, Search } from '../../parts/filters.tsx'
import { Empty, Shown } from '../../parts/loaded.tsx'
import { changeQuery, hrefTo, route } from '../../session/route.ts'
import { ThingsTable } from '../../values/things-table.tsx'
import { namesOf } from '../../world/names.ts'
import { loadPages } from '../../world/things.ts'
import { useLoaded } from '../../world/use-loaded.ts'

type Parameter = Described['parameters'][number]

/** The things of one kind, filtered by what the API can filter by and by a search in what came. */
export function Rows({ resource, values }: { resource: Resource; values: readonly string[] }) {
  const filters = filtersOf(resource)
  const { query } = route.value
  const given = Object.fromEntries(
    filters.flatMap(({ name }) => (query[`by.${name}`] ? [[name, query[`by.${name}`] ?? '']] : [])),
  )
  const pages = useSignal(1)
  const loaded = useLoaded(`${resource.entity} ${values.join(' ')} ${JSON.stringify(given)}`, () =>
    loadPages(resource, values, given, pages.peek()),
  )
  const find = (query.find ?? '').toLowerCase()
  const loadMore = () => {
    pages.value *= 4
    loaded.again()
  }
  return (
    <>
      <Filters count={loaded.data && rowsInWords(loaded.data.rows.length, loaded.data.more)}>
        <Search label={`Find in ${resource.title}`} placeholder={`Find in ${resource.title.toLowerCase()}`} />
        {filters.map((filter) => (
          <ApiFilter key={filter.name} filter={filter} resource={resource} />
        ))}
      </Filters>
      <Shown of={loaded}>
        {({ rows, more }) => (
          <>
            <ThingsTable
              resource={resource}
              values={values}
              rows={find === '' ? rows : rows.filter((row) => JSON.stringify(row).toLowerCase().includes(find))}
              empty={<Nothing resource={resource} narrowed={find !== '' || Object.keys(given).length > 0} />}
            />
            {more && (
              <button type="button" class="button load-more" onClick={loadMore}>
                Load more
              </button>
            )}
          </>
        )}
      </Shown>
    </>
  )
}

/** Why a list is empty, and what to do about it. */
function Nothing({ resource, narrowed }: { resource: Resource; narrowed: boolean }) {
  const title = resource.title.toLowerCase()
  if (narrowed) return <Empty title={`No ${title} match`}>Change or clear the search and the filters above.</Empty>
  const isMade = contract.value?.operations.some(({ does, entity }) => does === 'create' && entity === resource.entity)
  return (
    <Empty title={`No ${title}`}>
      {isMade ? 'Create one with the button above.' : 'They come from other operations and from outside events:'}{' '}
      {!isMade && <a href={hrefTo(['try'])}>try one</a>}
    </Empty>
  )
}

function rowsInWords(count: number, more: boolean): string {
  const number = count.toLocaleString('en')
  return more ? `the first ${number}` : count === 1 ? '1 row' : `${number} rows`
}

/** Query parameters of the list that narrow it down. */
const filtersOf = ({ shown }: Resource): readonly Parameter[] =>
  shown.parameters.filter(({ name, in: place, required }) => place === 'query' && !required && name !== 'cursor')

/** A choice where the possible values are known, else a text. */
function ApiFilter({ filter: { name, names, schema }, resource }: { filter: Parameter; resource: Resource }) {
  const named = names === undefined ? undefined : [...namesOf(names)]
  if (named && named.length > 0)
    return <Choice name={`by.${name}`} label={fieldLabel(name)} any="any" options={named} />
  const states = schema.enum ?? resource.machines.find(({ observe }) => observe === name)?.states
  if (states)
    return (
      <Choice
        name={`by.${name}`}
        label={fieldLabel(name)}
        any="any"
        options={states.map((state) => [String(state), String(state)])}
      />
    )
  return (
    <label class="filter">
      <span>{fieldLabel(name)}</span>
      <input
        type="text"
        placeholder="any"
        value={route.value.query[`by.${name}`] ?? ''}
        onChange={(event) => changeQuery({ [`by.${name}`]: event.currentTarget.value })}
      />
    </label>
  )
}
