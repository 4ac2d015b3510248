import type { GapId } from '../../../../contract/generated/gaps.ts'
import { isObject, type Json } from '../../../../contract/json.ts'
import { decide } from '../../../../model/decide.ts'
import { isSymbol } from '../../../../model/world/fresh.ts'
import type { World } from '../../../../model/world/world.ts'
import { type Check, type Found, NOTHING_FOUND } from '../../../checks/check.ts'
import { momentOf } from '../../../compare/moment.ts'
import type { Thing } from '../../../compare/things.ts'
import type { Answered } from '../../../shadow/answered.ts'
import { type Assignment, choicesFor } from '../../../shadow/choices.ts'
import { memoryOf } from '../../../shadow/memories.ts'
import { rowsOf, rowsWithId } from '../../../shadow/rows.ts'

/** The progress of reading the message log page by page. */
export interface PageWalk {
  /** Who reads, and the query without the cursor. */
  readonly filters: string
  /** Identifiers on the first page, and on all pages so far. */
  readonly first: readonly string[]
  readonly seen: readonly string[]
  /** True if a page after the first was read; it may be empty. */
  readonly isContinued: boolean
  /** Leads on; undefined: this was the last page. */
  readonly cursor: string | undefined
  /** The number of messages that we know of. */
  readonly known: number
  /** The last message so far. */
  readonly last?: Thing | undefined
}

/**
 * A page that continues another repeats nothing of it and goes on in its order, newest first; and who has read to the end,
 * with the first page still the same afterwards, has seen every message; so has who was shown the only page (Endpoints,
 * Email, row 14).
 */
export const pages: Check<PageWalk | undefined> = {
  name: 'pages',
  provenance: 'stated',
  start: undefined,
  look: (answered, walk) => {
    if (answered.operation.id !== 'listMessages') return { found: NOTHING_FOUND, memory: walk }
    const isSameWalk = walk?.filters === filtersOf(answered)
    const found = [...(walk && isSameWalk ? wrongPages(answered, walk) : []), ...lackingOnOnlyPage(answered)]
    return { found, memory: walkOn(answered, walk) }
  },
}

/** A first page that leads nowhere is the only one. What is missing from a page that we expect to be whole is seen without. */
function lackingOnOnlyPage(answered: Answered): Found[] {
  const { request, received, things, shadow } = answered
  const isOnly = received.status < 300 && request.query.cursor === undefined && cursorOf(received) === undefined
  const isCut = isOnly && wholeLog(answered, shadow.world).length > logOf(answered, shadow.world).length
  const shown = things.map(({ id }) => id)
  return isCut ? lacking(answered, shown) : []
}

/** Leads on; undefined: this was the last page. */
const cursorOf = ({ json }: Answered['received']): string | undefined =>
  isObject(json) && typeof json.cursor === 'string' && json.cursor !== '' ? json.cursor : undefined

/** The progress of reading the log after this answer. */
function walkOn(answered: Answered, walk: PageWalk | undefined): PageWalk | undefined {
  const { request, received, things } = answered
  if (received.status >= 300) return undefined
  const ids = things.map(({ id }) => id)
  const cursor = cursorOf(received)
  const filters = filtersOf(answered)
  const known = knownIn(answered)
  const last = things.at(-1)
  if (request.query.cursor === undefined)
    return { filters, first: ids, seen: ids, isContinued: false, cursor, known, last }
  const goesOn = walk?.cursor === request.query.cursor && walk.filters === filters
  if (!goesOn) return undefined
  return { ...walk, seen: [...walk.seen, ...ids], isContinued: true, cursor, known, last: last ?? walk.last }
}

function filtersOf({ request: { credential, query } }: Answered): string {
  const { cursor: _, ...filters } = query
  return JSON.stringify({ ...filters, credential })
}

const RULES = ['EML-09']

function wrongPages(answered: Answered, walk: PageWalk): Found[] {
  const { request, things } = answered
  const { cursor } = request.query
  if (cursor !== undefined) return cursor === walk.cursor ? wrongOnLaterPage(answered, walk) : []
  const isUnchanged = walk.first.join() === things.map(({ id }) => id).join()
  if (walk.cursor !== undefined || !walk.isContinued || !isUnchanged) return []
  return lacking(answered, walk.seen)
}

/** A message that the log has in every reading, and that was not among those seen. */
function lacking(answered: Answered, seen: readonly string[]): Found[] {
  const { shadow } = answered
  const skipped = [shadow, ...shadow.others]
    .map(({ world }) => wholeLog(answered, world).find((id) => !seen.includes(id)))
    .reduce((one, other) => (one === undefined || other === undefined ? undefined : one))
  return skipped === undefined ? [] : [{ code: 'pages-lack', id: skipped, rules: RULES }]
}

/** A page that goes on from another repeats nothing of it, holds what the filters let through, and is newest first too. */
function wrongOnLaterPage(answered: Answered, walk: PageWalk): Found[] {
  const { things, shadow } = answered
  const again = repeated(answered, walk)
  if (again.length > 0) return hasGrown(answered, walk) ? [] : again
  const known = things.filter(({ id }) => rowsWithId(shadow.world, 'EmailMessage', id).length > 0)
  if (known.length === 0) return []
  const logs = [shadow, ...shadow.others].map(({ world }) => wholeLog(answered, world))
  const unnarrowed = hasLeftOut(answered, walk) ? [] : wholeLog(answered, shadow.world, UNNARROWED)
  const other = known.find(({ id }) => !unnarrowed.includes(id) && logs.every((log) => !log.includes(id)))
  if (other) return [{ code: 'page-unfiltered', id: other.id, rules: RULES }]
  return outOfOrder([...(walk.last ? [walk.last] : []), ...known], logs)
}

/**
 * True if the pages so far kept from a narrowed caller what is not theirs to see. Whether a log does that is open, but it
 * either does or does not (Authentication, point 3).
 */
function hasLeftOut(answered: Answered, { seen, last }: PageWalk): boolean {
  const all = wholeLog(answered, answered.shadow.world, UNNARROWED)
  return all.slice(0, all.indexOf(last?.id ?? '') + 1).some((id) => !seen.includes(id))
}

type Choice = readonly [GapId, Json]
const UNNARROWED: Choice = ['general.instance-filtering', 'domains-and-routes']

/** A message that stands right after an older one, in every reading of the log. */
function outOfOrder(shown: readonly Thing[], logs: readonly (readonly string[])[]): Found[] {
  const places = logs.map((log) => new Map(log.map((id, place) => [id, place])))
  const isNewer = (one: Thing, other: Thing) =>
    isShownNewer(one.object.createdAt, other.object.createdAt) &&
    places.every((placeOf) => (placeOf.get(one.id) ?? Number.NaN) < (placeOf.get(other.id) ?? Number.NaN))
  const place = shown.findIndex((one, index) => index > 0 && isNewer(one, shown[index - 1] ?? one))
  const [older, newer] = [shown[place - 1], shown[place]]
  return place === -1
    ? []
    : [{ code: 'order', path: 'messages', expected: newer?.object, actual: older?.object, rules: RULES }]
}

/** Times that are not understood do not contradict. */
const isShownNewer = (one: unknown, other: unknown): boolean =>
  one !== other && !((momentOf(one) ?? Number.NaN) <= (momentOf(other) ?? Number.NaN))

function repeated({ things }: Answered, { seen }: PageWalk): Found[] {
  const again = things.find(({ id }) => seen.includes(id))
  return again ? [{ code: 'page-repeats', id: again.id, rules: RULES }] : []
}

const knownIn = ({ shadow, org }: Answered): number =>
  rowsOf(shadow.world, 'EmailMessage').filter((row) => row.org === org).length

/** True if we know of a message that came since the page before. */
const hasGrown = (answered: Answered, { known }: PageWalk): boolean => knownIn(answered) > known

/** That a page repeats nothing while mail comes in is not said; but a log that is read while it grows is to be read once. */
export const pagesMeanwhile: Check<undefined> = {
  name: 'pages',
  provenance: 'implied',
  start: undefined,
  look(answered) {
    const walk = answered.operation.id === 'listMessages' ? memoryOf(answered.shadow, pages) : undefined
    const { cursor } = answered.request.query
    const goesOn = walk !== undefined && cursor !== undefined && cursor === walk.cursor
    const isMeant = goesOn && walk.filters === filtersOf(answered) && hasGrown(answered, walk)
    return { found: isMeant ? repeated(answered, walk) : NOTHING_FOUND, memory: undefined }
  },
}

/** More than any log can hold. */
const ENDLESS = 1_000_000

/** Every message that the log holds, as far as its identifier is known. Only the target can read its cursors. */
const wholeLog = (answered: Answered, world: World, ...more: readonly Choice[]): string[] =>
  logOf(answered, world, new Map<GapId, Json>([['email.log-page-size', ENDLESS], ...more]))

/** The first page of the log, with these choices. */
function logOf({ contract, request, shadow }: Answered, world: World, chosen?: Assignment): string[] {
  const choices = choicesFor(contract, shadow, chosen)
  const { cursor: _, ...query } = request.query
  const outcome = decide(world, { ...request, query }, choices)
  const body = outcome.kind === 'success' ? outcome.body : undefined
  const messages = isObject(body) && Array.isArray(body.messages) ? body.messages.filter(isObject) : []
  return messages.map(({ id }) => String(id)).filter((id) => !isSymbol(id))
}
