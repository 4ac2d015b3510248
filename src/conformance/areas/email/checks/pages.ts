import { isObject } from '../../../../contract/json.ts'
import { decide } from '../../../../model/decide.ts'
import { isSymbol } from '../../../../model/world/fresh.ts'
import type { World } from '../../../../model/world/world.ts'
import { type Check, type Found, NOTHING_FOUND } from '../../../checks/check.ts'
import type { Answered } from '../../../shadow/answered.ts'
import { choicesFor } from '../../../shadow/choices.ts'
import { memoryOf } from '../../../shadow/memories.ts'
import { rowsOf, rowsWithId } from '../../../shadow/rows.ts'

/** The progress of reading the message log page by page. */
export interface PageWalk {
  /** The query without the cursor. */
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
}

/**
 * A page that continues another repeats nothing of it; and who has read to the end, with the first page still the
 * same afterwards, has seen every message (Endpoints, Email, row 14).
 */
export const pages: Check<PageWalk | undefined> = {
  name: 'pages',
  provenance: 'stated',
  start: undefined,
  look: (answered, walk) => {
    if (answered.operation.id !== 'listMessages') return { found: NOTHING_FOUND, memory: walk }
    const isSameWalk = walk?.filters === filtersOf(answered)
    return { found: walk && isSameWalk ? wrongPages(answered, walk) : [], memory: walkOn(answered, walk) }
  },
}

/** The progress of reading the log after this answer. */
function walkOn(answered: Answered, walk: PageWalk | undefined): PageWalk | undefined {
  const { request, received, things } = answered
  if (received.status >= 300) return undefined
  const ids = things.map(({ id }) => id)
  const { json } = received
  const cursor = isObject(json) && typeof json.cursor === 'string' && json.cursor !== '' ? json.cursor : undefined
  const filters = filtersOf(answered)
  const known = knownIn(answered)
  if (request.query.cursor === undefined) return { filters, first: ids, seen: ids, isContinued: false, cursor, known }
  const goesOn = walk?.cursor === request.query.cursor && walk.filters === filters
  return goesOn ? { ...walk, seen: [...walk.seen, ...ids], isContinued: true, cursor, known } : undefined
}

function filtersOf({ request }: Answered): string {
  const { cursor: _, ...filters } = request.query
  return JSON.stringify(filters)
}

const RULES = ['EML-09']

function wrongPages(answered: Answered, walk: PageWalk): Found[] {
  const { request, things, shadow } = answered
  const { cursor } = request.query
  if (cursor !== undefined) return cursor === walk.cursor ? wrongOnLaterPage(answered, walk) : []
  const isUnchanged = walk.first.join() === things.map(({ id }) => id).join()
  if (walk.cursor !== undefined || !walk.isContinued || !isUnchanged) return []
  const skipped = [shadow, ...shadow.others]
    .map(({ world }) => wholeLog(answered, world).find((id) => !walk.seen.includes(id)))
    .reduce((one, other) => (one === undefined || other === undefined ? undefined : one))
  return skipped === undefined ? [] : [{ code: 'pages-lack', id: skipped, rules: RULES }]
}

/** A page that goes on from another repeats nothing of it, and holds what the filters let through. */
function wrongOnLaterPage(answered: Answered, walk: PageWalk): Found[] {
  const { things, shadow } = answered
  const again = repeated(answered, walk)
  if (again.length > 0) return hasGrown(answered, walk) ? [] : again
  const known = things.filter(({ id }) => rowsWithId(shadow.world, 'EmailMessage', id).length > 0)
  if (known.length === 0) return []
  const logs = [shadow, ...shadow.others].map(({ world }) => new Set(wholeLog(answered, world)))
  const other = known.find(({ id }) => logs.every((log) => !log.has(id)))
  return other ? [{ code: 'page-unfiltered', id: other.id, rules: RULES }] : []
}

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
function wholeLog({ contract, request, shadow }: Answered, world: World): string[] {
  const choices = choicesFor(contract, shadow, new Map([['email.log-page-size', ENDLESS]]))
  const { cursor: _, ...query } = request.query
  const outcome = decide(world, { ...request, query }, choices)
  const body = outcome.kind === 'success' ? outcome.body : undefined
  const messages = isObject(body) && Array.isArray(body.messages) ? body.messages.filter(isObject) : []
  return messages.map(({ id }) => String(id)).filter((id) => !isSymbol(id))
}
