import { isObject } from '../../contract/json.ts'
import type { Schema } from '../../contract/openapi.ts'
import { isSymbol } from '../../model/world/fresh.ts'
import type { Comparison } from './comparison.ts'

type Item = Readonly<Record<string, unknown>>
type Compare = (comparison: Comparison, schema: Schema, predicted: unknown, observed: unknown, path?: string) => void

interface Identifier {
  readonly field: string
  readonly entity: string
}

const identifiers = new WeakMap<Schema, Identifier | 'none'>()

/** The field of an item's schema that identifies it, and the entity. */
export function identifierOf(schema: Schema): Identifier | undefined {
  let known = identifiers.get(schema)
  if (known === undefined) {
    known = findIdentifier(schema) ?? 'none'
    identifiers.set(schema, known)
  }
  return known === 'none' ? undefined : known
}

function findIdentifier(schema: Schema): Identifier | undefined {
  for (const [field, { 'x-understudy': notes }] of Object.entries(schema.properties ?? {}))
    if (notes?.identifier) return { field, entity: notes.identifier }
  return undefined
}

/**
 * Lists of things. The world is open: what we did not make may stand among them. What we made must
 * be there once, as predicted, in the stated order; what we removed, or what belongs elsewhere, must not.
 */
export function compareEntities(
  comparison: Comparison,
  schema: Schema,
  predicted: readonly unknown[],
  observed: readonly unknown[],
  path: string,
  compare: Compare,
): void {
  const items = schema.items ?? {}
  const identifier = identifierOf(items)
  if (!identifier) return
  const { field, entity } = identifier
  const notes = schema['x-understudy'] ?? {}
  const got = observed.filter(isObject)
  const note = (reason: string, expected: unknown, actual: unknown) =>
    comparison.mismatches.push({ path, expected, actual, reason, provenance: 'stated' })

  if (notes.cap !== undefined && observed.length > notes.cap)
    note(`holds more than ${notes.cap} items`, notes.cap, observed.length)
  // An identifier that is a number is known as text where it was in a path.
  const places = new Map<string, number>()
  for (const [index, item] of got.entries()) {
    const id = String(item[field])
    if (places.has(id)) note('holds one thing twice', 'once', id)
    places.set(id, index)
  }

  const found: { readonly item: Item; readonly index: number }[] = []
  const taken = new Set<number>()
  const missing: { readonly want: Item; readonly before: number }[] = []
  for (const want of predicted.filter(isObject)) {
    const index = isSymbol(want[field])
      ? unclaimed(comparison, items, want, got, taken, { field, entity }, compare)
      : places.get(String(want[field]))
    const item = index === undefined ? undefined : got[index]
    if (index === undefined || !item) {
      if (notes.cap !== undefined && observed.length >= notes.cap) continue
      missing.push({ want, before: found.length })
      continue
    }
    taken.add(index)
    found.push({ item, index })
    compare(comparison, items, want, item, `${path}[${entity}]`)
  }

  for (const { want, before } of missing) {
    // What is older than everything on this page may be on the next.
    const onLaterPage = notes['newest-first'] && isPart(comparison) && before === found.length && observed.length > 0
    const name = isSymbol(want[field]) ? 'that was just made' : String(want[field])
    if (!onLaterPage) note(`lacks the ${entity} ${name}`, want, undefined)
  }

  for (const [index, item] of got.entries()) {
    if (taken.has(index)) continue
    const standing = comparison.standing(entity, String(item[field]))
    // Only we give such names.
    if (standing === 'unknown' && JSON.stringify(item).includes(comparison.salt))
      note(`holds the ${entity} ${String(item[field])}, which nothing that was accepted has made`, undefined, item)
    if (standing === 'gone')
      note(`still holds the ${entity} ${String(item[field])}, which was removed`, undefined, item)
    if (standing === 'elsewhere')
      note(`holds the ${entity} ${String(item[field])} of another organization`, undefined, item)
    if (standing === 'ours')
      note(`holds the ${entity} ${String(item[field])}, which does not belong in it`, undefined, item)
  }

  const time = notes['newest-first']
  if (time) checkOrder(found, time, note)
}

/** There is another page, or the operation promises the recent ones only. */
const isPart = ({ more, recentOnly }: Comparison): boolean => more === true || recentOnly

/** A thing that came to be outside the API is recognised by what is known of it; identifiers seen before are not it. */
function unclaimed(
  comparison: Comparison,
  schema: Schema,
  want: Item,
  got: readonly Item[],
  taken: ReadonlySet<number>,
  { field, entity }: { field: string; entity: string },
  compare: Compare,
): number | undefined {
  const index = got.findIndex((item, place) => {
    if (taken.has(place) || comparison.standing(entity, String(item[field])) !== 'unknown') return false
    const trial: Comparison = { ...comparison, mismatches: [], bindings: new Map(comparison.bindings) }
    compare(trial, schema, want, item)
    return trial.mismatches.length === 0
  })
  return index === -1 ? undefined : index
}

/** Predicted newest first; only neighbours whose time strings differ say anything (identical ones do not). */
function checkOrder(
  found: readonly { readonly item: Item; readonly index: number }[],
  time: string,
  note: (reason: string, expected: unknown, actual: unknown) => unknown,
): void {
  for (const [place, newer] of found.entries()) {
    const older = found[place + 1]
    if (older && newer.index > older.index && newer.item[time] !== older.item[time]) {
      note('is not newest first', newer.item, older.item)
      return
    }
  }
}
