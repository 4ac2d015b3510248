import type { Machine, Schema } from '../contract/contract.ts'
import { fieldLabel, propertiesOf } from '../contract/resources.ts'
import { isRecord } from '../contract/schema-values.ts'
import type { Thing } from '../world/things.ts'
import { Value } from './value.tsx'

/** The fields of a thing, each shown as what the description says it is. */
export function Fields({
  thing,
  schema,
  machines = [],
}: {
  thing: Thing
  schema: Schema
  machines?: readonly Machine[]
}) {
  const properties = propertiesOf(schema)
  const observed = machines.map(({ observe }) => observe)
  return (
    <dl class="facts">
      {Object.entries(thing)
        .filter(([name]) => !isSaidTwice(name, Object.keys(thing)))
        .map(([name, value]) => (
          <div key={name} class={isStructured(value) ? 'stacked' : ''}>
            <dt title={properties[name]?.description}>{fieldLabel(name)}</dt>
            <dd>
              {isStructured(value) ? (
                <Structured value={value} name={name} schema={properties[name] ?? {}} />
              ) : (
                <Value name={name} value={value} schema={properties[name]} stateful={observed.includes(name)} exact />
              )}
            </dd>
          </div>
        ))}
    </dl>
  )
}

/** A person is shown by the label already; what has a label of its own is shown by that. */
const isSaidTwice = (name: string, all: readonly string[]): boolean =>
  (name === 'label' && all.includes('userId')) || all.includes(`${name}Label`)

const isStructured = (value: unknown): boolean => isRecord(value) || (Array.isArray(value) && value.some(isRecord))

function Structured({ value, name, schema }: { value: unknown; name: string; schema: Schema }) {
  if (isRecord(value)) return <Fields thing={value} schema={schema} />
  const rows = (Array.isArray(value) ? value : []).filter(isRecord)
  const shown = rows.slice(0, MOST)
  const names = [...new Set(shown.flatMap((row) => Object.keys(row)))]
  const columns = names.filter((column) => !isSaidTwice(column, names))
  const properties = propertiesOf(schema.items ?? {})
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div class="mini-scroll" tabIndex={0} role="region" aria-label={fieldLabel(name)}>
      <table class="mini">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column}>{fieldLabel(column)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row, index) => (
            <tr key={index}>
              {columns.map((column) => (
                <td key={column} class={isLong(row[column]) ? 'long' : undefined}>
                  <Cell name={column} value={row[column]} schema={properties[column]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > MOST && <p class="quiet">and {rows.length - MOST} more</p>}
    </div>
  )
}

/** A long list would fill the page, so only the first item is shown. */
function Cell({ name, value, schema }: { name: string; value: unknown; schema: Schema | undefined }) {
  if (!Array.isArray(value) || value.length <= MOST_IN_CELL || value.some(isRecord))
    return <Value name={name} value={value} schema={schema} exact />
  return (
    <span title={value.join(', ')}>
      <Value name={name} value={value.slice(0, MOST_IN_CELL)} schema={schema} exact />{' '}
      <span class="quiet">and {value.length - MOST_IN_CELL} more</span>
    </span>
  )
}

/** True for what would be a column of single words where there is little room. */
const isLong = (value: unknown): boolean =>
  (typeof value === 'string' || isRecord(value)) && JSON.stringify(value).length > LONG

const LONG = 30
const MOST = 50
const MOST_IN_CELL = 1
