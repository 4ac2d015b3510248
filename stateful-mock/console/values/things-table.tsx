import type { ComponentChildren } from 'preact'
import type { Schema } from '../contract/contract.ts'
import { fieldLabel, propertiesOf, type Resource } from '../contract/resources.ts'
import { typeOf } from '../contract/schema-values.ts'
import { Empty } from '../parts/loaded.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { goTo, hrefTo } from '../session/route.ts'
import { idOf, type Thing } from '../world/things.ts'
import { shortInstant } from './instant.tsx'
import { Value } from './value.tsx'

const NAMES = ['name', 'title', 'displayName', 'subject', 'domain', 'address', 'slug', 'url', 'pattern']
const MOST_COLUMNS = 7

/** The things of one kind, each to be opened. */
export function ThingsTable({
  resource,
  rows,
  values,
  most,
  empty,
}: {
  resource: Resource
  rows: readonly Thing[]
  values: readonly string[]
  most?: number
  /** In place of the table where there is nothing. */
  empty?: ComponentChildren
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
      empty={empty ?? <Empty title={`No ${resource.title.toLowerCase()}`} />}
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
  const observed = new Set([...resource.machines.map(({ observe }) => observe), 'state'])
  const states = new Set([...observed, 'ready', 'enabled', 'disabled'])
  const isTime = (name: string) => properties[name]?.['x-understudy']?.timestamp !== undefined
  const firstTime = Object.keys(properties).find((name) => isTime(name) && rows.some((row) => row[name] !== undefined))
  const shown = Object.keys(properties)
    .filter((name) => isPlain(properties[name] ?? {}))
    .filter(
      (name) => rows.length === 0 || rows.filter((row) => isFilled(row[name])).length >= rows.length * LEAST_SHARE,
    )
    .filter((name) => !isNamedBeside(name, properties))
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, MOST_COLUMNS)
    .sort((a, b) => Number(isTime(a)) - Number(isTime(b)))
  const lead = shown[0]
  const state = shown.find((name) => states.has(name))
  const essential = new Set([lead, state ?? shown[1], firstTime])
  return shown.map((name, index) => ({
    // What is disabled is shown as enabled or not.
    title: fieldLabel(name === 'disabled' ? 'enabled' : name),
    minor: !essential.has(name),
    spare: index > 3 && !essential.has(name),
    right: typeof rows[0]?.[name] === 'number' && name !== lead,
    width:
      name === lead
        ? leadWidth(name, rows)
        : states.has(name)
          ? 'minmax(8.5rem, 11fr)'
          : widthFor(fieldLabel(name), name, rows),
    show: (thing) => {
      // Lines of a log are told apart by when they were.
      if (!href && isTime(name) && typeof thing[name] === 'string') return shortInstant(thing[name])
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
    if (observed.has(name)) return 10
    if (states.has(name)) return 12
    if (properties[name]?.['x-understudy']?.identifier) return NAMES.some((one) => properties[one]) ? 90 : 5
    // One time belongs into every list, the first there is; it stands last.
    if (isTime(name)) return name === firstTime ? 15 : 50
    return 20
  }
}

/** A column that fewer rows fill is left out; the page of a thing shows everything. */
const LEAST_SHARE = 0.2
const isFilled = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)

/** `serviceId` says nothing beside `serviceName`. */
const isNamedBeside = (name: string, properties: Readonly<Record<string, Schema>>): boolean =>
  name.endsWith('Id') && properties[name.replace(/Id$/, 'Name')] !== undefined

/** Number of rows from which column widths are estimated. */
const SAMPLE = 50
/** A few long values do not take the room of others. */
const USUAL_SHARE = 0.6
const SHORT = 14
const LEAST_LETTERS = 9
const MOST_LETTERS = 32
/** Of the column that says which row it is; the last that is to be cut. */
const LEAST_LEAD = 16
const MOST_LEAD = 40
const LEAD_WEIGHT = 1.25

function leadWidth(name: string, rows: readonly Thing[]): string {
  const letters = (lengthsOf(name, rows).at(-1) ?? 0) * LEAD_WEIGHT
  return `minmax(7rem, ${Math.min(MOST_LEAD, Math.max(LEAST_LEAD, letters))}fr)`
}
/** Titles are written smaller. */
const TITLE_SIZE = 0.8

/** Room by what is in a column: an address needs more than yes and no. */
function widthFor(title: string, name: string, rows: readonly Thing[]): string {
  const lengths = lengthsOf(name, rows)
  const longest = lengths.at(-1) ?? 0
  const usual = longest <= SHORT ? longest : (lengths[Math.floor((lengths.length - 1) * USUAL_SHARE)] ?? 0)
  const needed = Math.max(Math.ceil(title.length * TITLE_SIZE), Math.min(MOST_LETTERS, usual))
  const letters = Math.max(LEAST_LETTERS, needed + 1)
  return `minmax(${Math.min(letters, 11) / 1.8}rem, ${letters}fr)`
}

/** The lengths of what a column shows, shortest first. */
const lengthsOf = (name: string, rows: readonly Thing[]): readonly number[] =>
  rows
    .slice(0, SAMPLE)
    .map((row) => shownLength(row[name]))
    .toSorted((a, b) => a - b)

/** Instants are shown as far from now. */
const shownLength = (value: unknown): number =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)
    ? 14
    : Array.isArray(value)
      ? value.join(', ').length
      : String(value ?? '').length

function isPlain(schema: Schema): boolean {
  const type = typeOf(schema)
  if (type === 'array') return typeOf(schema.items ?? {}) === 'string'
  return type !== 'object' && !(schema.oneOf ?? schema.anyOf)?.some((branch) => typeOf(branch) === 'object')
}
