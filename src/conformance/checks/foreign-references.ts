import { isObject } from '../../contract/json.ts'
import { memo } from '../../contract/memo.ts'
import type { Schema } from '../../contract/openapi.ts'
import { annotatedFields, type FieldPath } from '../../contract/schema/fields.ts'
import { EVERYWHERE } from '../../model/identity/identity.ts'
import { type Answered, isSuccess } from '../shadow/answered.ts'
import { isGone, rowsWithId } from '../shadow/rows.ts'
import { isTelling } from '../shadow/telling-id.ts'
import { type Check, type Found, NOTHING_FOUND } from './check.ts'

/** A place in a body that names a thing, and the id that stands there. */
interface Named {
  readonly path: string
  readonly entity: string
  readonly id: string
}

interface Seen {
  /** The places where a thing that is not there was refused. */
  readonly refused: ReadonlySet<string>
  /** The ids that lists of ours have shown, by entity. */
  readonly listed: ReadonlyMap<string, ReadonlySet<string>>
}

/**
 * Whether a body may name what is not there is open. But a target that refuses it, and takes a thing of another
 * organization in the same place, has looked for the thing outside the acting organization (GEN-04).
 */
export const foreignReferences: Check<Seen> = {
  name: 'isolation',
  provenance: 'stated',
  start: { refused: new Set(), listed: new Map() },
  look(answered, seen) {
    const named = namedIn(answered)
    const found = isSuccess(answered) ? foreign(answered, named, seen) : NOTHING_FOUND
    return { found, memory: withListed(answered, withRefused(answered, named, seen)) }
  },
}

/** Each with the kind of thing that the id belongs to, where a place may name several kinds. */
function namedIn({ operation, request, shadow }: Answered): readonly Named[] {
  return referencesIn(operation.body?.schema).flatMap(({ path, entities }) =>
    valuesAt(request.body, path).flatMap((id) => {
      if (typeof id !== 'string') return []
      const entity = entities.find((one) => rowsWithId(shadow.world, one, id).length > 0) ?? entities[0] ?? ''
      return [{ path: path.join('.'), entity, id }]
    }),
  )
}

/** What stands at a path, in every item of the lists on the way. */
function valuesAt(node: unknown, [part, ...rest]: FieldPath): unknown[] {
  if (part === undefined) return [node]
  if (part === '*') return Array.isArray(node) ? node.flatMap((item) => valuesAt(item, rest)) : []
  return isObject(node) ? valuesAt(node[part], rest) : []
}

const NONE: readonly Reference[] = []
const referencesIn = (schema: Schema | undefined): readonly Reference[] => (schema ? references(schema) : NONE)
const references = memo((schema: Schema): readonly Reference[] =>
  annotatedFields(schema).flatMap(({ annotation, path }) => {
    const entities = [annotation.reference ?? []].flat()
    return entities.length === 0 ? [] : [{ path, entities }]
  }),
)

interface Reference {
  readonly path: FieldPath
  readonly entities: readonly string[]
}

function foreign({ operation, shadow, org }: Answered, named: readonly Named[], { refused, listed }: Seen): Found[] {
  const isForeign = ({ path, entity, id }: Named) => {
    const rows = rowsWithId(shadow.world, entity, id)
    const isTheirs = rows.length > 0 && rows.every((row) => row.org !== org && row.org !== EVERYWHERE && !isGone(row))
    const isNotOurs = isTelling(id) || listed.get(entity)?.has(id) === false
    return isTheirs && isNotOurs && refused.has(`${operation.id} ${path}`)
  }
  return named.filter(isForeign).map((one) => ({ code: 'foreign-reference', ...one, rules: ['GEN-04'] }))
}

function withRefused({ operation, received, shadow }: Answered, named: readonly Named[], seen: Seen): Seen {
  const unknown = named.filter(({ entity, id }) => rowsWithId(shadow.world, entity, id).length === 0)
  const [only, another] = unknown
  if (!REFUSALS.has(received.status) || !only || another) return seen
  return { ...seen, refused: new Set([...seen.refused, `${operation.id} ${only.path}`]) }
}

/** The statuses that say that something is not there or not good; not those about the caller or the moment. */
const REFUSALS: ReadonlySet<number> = new Set([400, 404, 409, 422])

function withListed({ operation: { does, entity, parameters }, things, received }: Answered, seen: Seen): Seen {
  const isWhole = does === 'list' && entity !== undefined && parameters.length === 0 && received.status < 300
  if (!isWhole) return seen
  const ids = new Set(things.filter((thing) => thing.entity === entity).map(({ id }) => id))
  return { ...seen, listed: new Map([...seen.listed, [entity, ids]]) }
}
