import type { ComponentChildren } from 'preact'
import type { Schema } from '../contract/contract.ts'
import { resourceFor } from '../contract/resources.ts'
import { isRecord, referenceOf } from '../contract/schema-values.ts'
import { Chip } from '../parts/chip.tsx'
import { hrefTo } from '../session/route.ts'
import { labels } from '../world/actors.ts'
import { namesOf } from '../world/names.ts'
import { Ago, worldNowMs } from './instant.tsx'

/** One value of the API, shown as what it is: an instant, a reference to click, a state, a number of bytes. */
export function Value({
  name,
  value,
  schema,
  stateful,
  exact,
}: {
  name: string
  value: unknown
  schema?: Schema | undefined
  stateful?: boolean
  exact?: boolean
}): ComponentChildren {
  if (value === undefined || value === null) return <span class="quiet">–</span>
  // A list that is a state is worth more than its word.
  if (stateful && !(Array.isArray(value) && value.length > 0)) return <Chip text={stateWord(name, value)} />
  if (typeof value === 'boolean') return <span class={value ? '' : 'quiet'}>{value ? 'yes' : 'no'}</span>
  if (typeof value === 'string' && INSTANT.test(value))
    return (
      <span class={isExpiry(name) && isPast(value) ? 'bad-text' : undefined}>
        <Ago at={value} exact={Boolean(exact)} />
      </span>
    )
  const entity = schema && referenceOf(schema)
  if (entity && (typeof value === 'string' || typeof value === 'number'))
    return <Reference entity={entity} id={String(value)} />
  if (/bytes$/i.test(name) && typeof value === 'number') return <span title={`${value} bytes`}>{bytes(value)}</span>
  if (typeof value === 'number')
    return <span class="number">{isIdentifier(schema) ? value : value.toLocaleString('en')}</span>
  if (typeof value === 'string') return value.includes('\n') ? <pre class="lines-of-text">{value}</pre> : value
  if (Array.isArray(value)) return <List name={name} items={value} {...(schema && { schema })} />
  if (isRecord(value)) return <span class="quiet">{inWords(value)}</span>
  return String(value)
}

/** The number of a thing is a name, not an amount. */
const isIdentifier = (schema: Schema | undefined): boolean => schema?.['x-understudy']?.identifier !== undefined

const isExpiry = (name: string): boolean => /^expires/i.test(name)
const isPast = (at: string): boolean => Date.parse(at) < (worldNowMs() ?? 0)

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/

export function stateWord(name: string, value: unknown): string {
  if (typeof value !== 'boolean')
    return Array.isArray(value) ? (value.length > 0 ? 'tagged' : 'untagged') : String(value)
  if (name === 'disabled') return value ? 'disabled' : 'enabled'
  if (name === 'enabled') return value ? 'enabled' : 'disabled'
  if (name === 'ready') return value ? 'ready' : 'not ready'
  if (name === 'paused') return value ? 'paused' : 'live'
  return value ? 'yes' : 'no'
}

export function Reference({ entity, id }: { entity: string; id: string }) {
  const resource = resourceFor(entity)
  if (entity === 'User') return <span title={id}>{labels.value.get(id) ?? id}</span>
  if (!resource?.listed || resource.parents.length > 0) return <span>{id}</span>
  return (
    <a href={hrefTo(['things', entity, id])} title={id} onClick={(event) => event.stopPropagation()}>
      {namesOf(entity).get(id) ?? id}
    </a>
  )
}

function List({ name, items, schema }: { name: string; items: readonly unknown[]; schema?: Schema }) {
  if (items.length === 0) return <span class="quiet">none</span>
  if (items.some(isRecord)) return <span class="quiet">{items.length === 1 ? '1 item' : `${items.length} items`}</span>
  return (
    <>
      {items.map((item, index) => (
        <span key={String(item)}>
          {index > 0 && ', '}
          <Value name={name} value={item} schema={schema?.items} />
        </span>
      ))}
    </>
  )
}

/** By its label where it has one, with its kind. */
const inWords = (value: Record<string, unknown>): string =>
  typeof value.label === 'string'
    ? `${value.label}${typeof value.kind === 'string' ? ` (${value.kind})` : ''}`
    : Object.entries(value)
        .map(([key, one]) => `${key} ${typeof one === 'object' ? '…' : String(one)}`)
        .join(', ')

export function bytes(value: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB']
  const power = value === 0 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(value) / 10))
  return `${(value / 2 ** (10 * power)).toLocaleString('en', { maximumFractionDigits: 1 })} ${units[power]}`
}
