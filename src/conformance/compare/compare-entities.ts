import { isObject } from '../../contract/json.ts'
import type { Schema } from '../../contract/openapi.ts'
import { isSymbol } from '../../model/world/fresh.ts'
import { type Beyond, type Comparison, type Item, lackedKey, objection, type Pair } from './comparison.ts'
import { momentOf, wayOf } from './moment.ts'
import { identifierOf } from './schema-fields.ts'

type Compare = (comparison: Comparison, schema: Schema, pair: Pair) => void

/** A list of things, held against the one that was predicted. */
interface List {
  readonly comparison: Comparison
  readonly path: string
  readonly schema: Schema
  readonly field: string
  readonly entity: string
  readonly want: readonly Item[]
  readonly got: readonly Item[]
  readonly compare: Compare
}

/** A predicted thing, and its position. */
interface Found {
  readonly want: Item
  readonly item: Item
  readonly index: number
}

/**
 * Compares lists of things. The world is open, so a list may contain things that we did not create. Our own things must be
 * in it once, as predicted, in the stated order; deleted things and things of others must not.
 */
export function compareEntities(
  comparison: Comparison,
  schema: Schema,
  pair: Pair & { readonly predicted: readonly unknown[]; readonly observed: readonly unknown[] },
  compare: Compare,
): void {
  const identifier = identifierOf(schema.items ?? {})
  if (!identifier) return
  const { path, predicted, observed } = pair
  const { cap, 'newest-first': time } = schema['x-understudy'] ?? {}
  const [want, got] = [predicted.filter(isObject), observed.filter(isObject)]
  const list: List = { comparison, path, schema: schema.items ?? {}, ...identifier, want, got, compare }
  if (cap !== undefined && observed.length > cap)
    objection(comparison, { code: 'cap', path, expected: cap, actual: observed.length })
  const places = placesIn(list)
  const isFull = cap === undefined ? mayBeCutOff(list) : observed.length >= cap
  // An item older than everything on this page may be on the next; if filters apply to pages, one may even be empty.
  const { more = false, recentOnly } = comparison
  const isPart = more || (recentOnly && got.length > 0)
  const found = compareFound(list, places, { isFull, mayGoOn: time !== undefined && isPart })
  objectToOthers(
    list,
    found.map(({ index }) => index),
  )
  if (time) objectToOrder(list, found, time)
  else noteOrder(list, found)
}

/**
 * Where no number is stated, a list of many, or of as many as are usual on a page, may be cut off (general.list-limit); unless
 * a longer one has been shown.
 */
const mayBeCutOff = ({ comparison, path, got: { length } }: List): boolean =>
  length >= (comparison.longest?.get(path) ?? 0) && (length >= LONG || USUAL_PAGES.has(length))
const LONG = 50
const USUAL_PAGES: ReadonlySet<number> = new Set([20, 25, 30])

/** The index of each thing. A numeric identifier is known as text where it was in a path. */
function placesIn({ comparison, path, field, got }: List): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  for (const [index, item] of got.entries()) {
    const id = String(item[field])
    if (places.has(id)) objection(comparison, { code: 'twice', path, id, expected: 'once', actual: id })
    places.set(id, index)
  }
  return places
}

/** Compares predicted things with those in the list, and reports missing ones. */
function compareFound(
  list: List,
  places: ReadonlyMap<string, number>,
  { isFull, mayGoOn }: { readonly isFull: boolean; readonly mayGoOn: boolean },
): readonly Found[] {
  const { comparison, path, field, entity, got } = list
  const found: Found[] = []
  const taken = new Set<number>()
  const missing: { readonly want: Item; readonly before: number }[] = []
  for (const want of list.want) {
    const index = isSymbol(want[field]) ? unclaimed(list, want, taken) : places.get(String(want[field]))
    const item = index === undefined ? undefined : got[index]
    if (index === undefined || !item) {
      const beyond = { path, id: String(want[field]), length: got.length }
      if (isFull && !wasWhole(comparison, beyond)) comparison.beyond = [...(comparison.beyond ?? []), beyond]
      else missing.push({ want, before: found.length })
      continue
    }
    taken.add(index)
    found.push({ want, item, index })
    list.compare(comparison, list.schema, { predicted: want, observed: item, path: `${path}[${entity}]` })
  }
  for (const { want, before } of missing) {
    if (mayGoOn && before === found.length) continue
    const id = isSymbol(want[field]) ? undefined : String(want[field])
    objection(comparison, { code: 'lacks', path, entity, id, expected: want, actual: undefined, listed: idsOf(list) })
  }
  return found
}

/** It was not in a shorter list either, which was not cut off then: this one is longer. */
function wasWhole({ lacked }: Comparison, beyond: Beyond): boolean {
  return (lacked?.get(lackedKey(beyond)) ?? beyond.length) < beyond.length
}

const idsOf = ({ field, got }: List): string[] => got.map((item) => String(item[field]))

/**
 * A thing created outside the API is recognised by its known fields; things with known identifiers are not it. One that agrees
 * in all of them is preferred to one that leaves out fields which a target need not show.
 */
function unclaimed(list: List, want: Item, taken: ReadonlySet<number>): number | undefined {
  const { comparison, schema, field, entity } = list
  let likely: number | undefined
  for (const [place, item] of list.got.entries()) {
    if (taken.has(place) || comparison.standing(entity, String(item[field])) !== 'unknown') continue
    const trial: Comparison = { ...comparison, mismatches: [], open: [], bindings: new Map(comparison.bindings) }
    list.compare(trial, schema, { predicted: want, observed: item, path: '' })
    if (trial.mismatches.length === 0) return place
    if (trial.mismatches.every((one) => one.code === 'missing' && one.provenance === 'implied')) likely ??= place
  }
  return likely
}

const MISPLACED = { gone: 'removed', elsewhere: 'elsewhere', ours: 'not-in-this-list' } as const

/** Objects to unpredicted items that are known to be gone or to belong elsewhere; others may be somebody else's. */
function objectToOthers({ comparison, path, field, entity, got }: List, taken: readonly number[]): void {
  const last = Math.max(...taken)
  for (const [index, item] of got.entries()) {
    if (taken.includes(index)) continue
    const id = String(item[field])
    const standing = comparison.standing(entity, id)
    // It is predicted for the next page, and how long pages are is open.
    if (standing === 'ours' && comparison.goesOn && index > last) continue
    const holds = { code: 'holds', path, entity, id, expected: undefined, actual: item } as const
    if (standing !== 'unknown') objection(comparison, { ...holds, why: MISPLACED[standing] })
    // Only we give such names.
    else if (JSON.stringify(item).includes(comparison.salt)) objection(comparison, { ...holds, why: 'never-made' })
  }
}

/**
 * Predicted newest first; only things whose time strings differ say anything (identical ones do not). What follows from an
 * event may be made later than another event's consequences, and much later if something was waiting: then the times that
 * are shown agree with the order.
 */
function objectToOrder(list: List, found: readonly Found[], time: string): void {
  const { comparison, path } = list
  for (const [place, newer] of found.entries()) {
    const isBefore = (other: Found) =>
      other.index < newer.index &&
      other.item[time] !== newer.item[time] &&
      !isShownLater(other.item[time], newer.item[time], mayHaveWaited(list, other, time) ? Infinity : LITTLE_MS)
    const older = found.slice(place + 1).find(isBefore)
    if (!older) continue
    objection(comparison, { code: 'order', path, expected: newer.item, actual: older.item })
    return
  }
}

const LITTLE_MS = 60_000

/** True if only the target knows when it made a thing: nobody has shown it before, or it was shown with this very time. */
const mayHaveWaited = ({ field }: List, { want, item }: Found, time: string): boolean =>
  isSymbol(want[field]) || want[time] === item[time]

function isShownLater(one: unknown, other: unknown, mostMs: number): boolean {
  const [first, second] = [momentOf(one), momentOf(other)]
  // How times are written is open: of two alike that nobody can read, the one that sorts later passes for the later one.
  if (first === undefined && second === undefined) return wayOf(one) === wayOf(other) && String(one) > String(other)
  // Some show more than milliseconds, and go by that.
  if (first !== undefined && first === second) return true
  const later = (first ?? Number.NaN) - (second ?? Number.NaN)
  return later > 0 && later < mostMs
}

/** No order is stated, so none is wrong; but which one it is shows. */
function noteOrder({ comparison, path }: List, found: readonly Found[]): void {
  if (found.some(({ index }, place) => index > (found[place + 1]?.index ?? index))) comparison.open.push(path)
}
