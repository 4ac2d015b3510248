import type { Schema } from '../contract/contract.ts'
import { fieldLabel, propertiesOf, type Resource } from '../contract/resources.ts'
import { typeOf } from '../contract/schema-values.ts'
import { Empty } from '../parts/loaded.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { goTo, hrefTo } from '../session/route.ts'
import { idOf, type Thing } from '../world/things.ts'
import { Value } from './value.tsx'

const NAMES = ['name', 'title', 'displayName', 'subject', 'domain', 'address', 'slug']
const MOST_COLUMNS = 7

/** The things of one kind, each to be opened. */
export function ThingsTable({
  resource,
  rows,
  values,
  most,
}: {
  resource: Resource
  rows: readonly Thing[]
  values: readonly string[]
  most?: number
}) {
  const item = resource.listed?.item ?? {}
  const opens = resource.listed?.idField !== undefined
  const pathOf = (thing: Thing) => ['things', resource.entity, ...values, idOf(resource, thing)]
  return (
    <Table
      label={resource.title}
      rows={rows}
      keyOf={(thing) => (opens ? idOf(resource, thing) : rows.indexOf(thing))}
      columns={columnsFor(resource, item, rows, opens ? (thing) => hrefTo(pathOf(thing)) : undefined)}
      {...(opens && { open: (thing: Thing) => goTo(pathOf(thing)) })}
      {...(most !== undefined && { most })}
      empty={
        <Empty title={`No ${resource.title.toLowerCase()}`}>
          Make one with the button above, or let something happen from outside.
        </Empty>
      }
    />
  )
}

function columnsFor(
  resource: Resource,
  item: Schema,
  rows: readonly Thing[],
  href: ((thing: Thing) => string) | undefined,
): Column<Thing>[] {
  const properties = propertiesOf(item)
  const states = new Set([...resource.machines.map(({ observe }) => observe), 'ready', 'enabled', 'disabled', 'state'])
  const isTime = (name: string) => properties[name]?.['x-understudy']?.timestamp !== undefined
  const firstTime = Object.keys(properties).find((name) => isTime(name) && rows.some((row) => row[name] !== undefined))
  const shown = Object.keys(properties)
    .filter((name) => isPlain(properties[name] ?? {}))
    .filter((name) => rows.length === 0 || rows.some((row) => row[name] !== undefined && row[name] !== null))
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, MOST_COLUMNS)
    .sort((a, b) => Number(isTime(a)) - Number(isTime(b)))
  const lead = shown[0]
  return shown.map((name, index) => ({
    title: fieldLabel(name),
    minor: index > 2 && !states.has(name),
    width: name === lead ? 'minmax(9rem, 2fr)' : states.has(name) ? 'minmax(8rem, 0.8fr)' : 'minmax(5.5rem, 1fr)',
    show: (thing) => {
      const cell = (
        <Value
          name={name}
          value={thing[name]}
          schema={properties[name]}
          stateful={states.has(name) && thing[name] !== undefined}
        />
      )
      return name === lead && href ? (
        <a class="lead" href={href(thing)} onClick={(event) => event.stopPropagation()}>
          {thing[name] === undefined || thing[name] === '' ? idOf(resource, thing) : cell}
        </a>
      ) : (
        cell
      )
    },
  }))

  function rank(name: string): number {
    if (NAMES.includes(name)) return NAMES.indexOf(name)
    if (states.has(name)) return 10
    if (properties[name]?.['x-understudy']?.identifier) return NAMES.some((one) => properties[one]) ? 90 : 5
    // One time belongs into every list, the first there is; it stands last.
    if (isTime(name)) return name === firstTime ? 15 : 50
    return 20
  }
}

function isPlain(schema: Schema): boolean {
  const type = typeOf(schema)
  if (type === 'array') return typeOf(schema.items ?? {}) === 'string'
  return type !== 'object' && !(schema.oneOf ?? schema.anyOf)?.some((branch) => typeOf(branch) === 'object')
}
