import type { Contract } from '../../contract/contract.ts'
import { isObject } from '../../contract/json.ts'
import { decide, type ModelRequest } from '../../model/decide.ts'
import { isSymbol } from '../../model/world/fresh.ts'
import type { Received } from '../../target/exchange.ts'
import type { Thing } from '../compare/things.ts'
import { choicesFor } from '../explain/explain.ts'
import type { Finding } from '../finding/finding.ts'
import type { PageWalk, Shadow } from '../shadow/shadow.ts'

/** More than any walk can hold. */
const ENDLESS = 1_000_000

/** How far the log was read, page after page, with this answer. */
export function walkOn(
  { operation, query }: ModelRequest,
  received: Received,
  things: readonly Thing[],
  { walk }: Shadow,
): PageWalk | undefined {
  if (operation.id !== 'listMessages') return walk
  if (received.status >= 300) return undefined
  const ids = things.map(({ id }) => id)
  const cursor = cursorIn(received)
  const filters = filtersOf(query)
  if (query.cursor === undefined) return { filters, first: ids, seen: ids, cursor }
  const goesOn = walk?.cursor === query.cursor && walk.filters === filters
  return goesOn ? { ...walk, seen: [...walk.seen, ...ids], cursor } : undefined
}

const cursorIn = ({ json }: Received): string | undefined =>
  isObject(json) && typeof json.cursor === 'string' && json.cursor !== '' ? json.cursor : undefined
const filtersOf = ({ cursor: _, ...filters }: ModelRequest['query']): string => JSON.stringify(filters)

/**
 * A page that continues another repeats nothing of it; and who has read to the end, with the first page still the
 * same afterwards, has seen every message (Endpoints, Email, row 14).
 */
export function checkPages(
  contract: Contract,
  request: ModelRequest,
  things: readonly Thing[],
  shadow: Shadow,
): Finding[] {
  const { operation, query } = request
  const { walk } = shadow
  if (operation.id !== 'listMessages' || !walk || walk.filters !== filtersOf(query)) return []
  const found = (message: string, actual: string): Finding[] => [
    {
      severity: 'failure',
      check: 'pages',
      operation: operation.id,
      rules: ['EML-09'],
      subject: message,
      message,
      expected: 'everything once',
      actual,
    },
  ]
  if (query.cursor !== undefined) {
    const again = query.cursor === walk.cursor ? things.find(({ id }) => walk.seen.includes(id)) : undefined
    return again ? found('the next page shows a message of a page before again', again.id) : []
  }
  const unchanged = walk.first.join() === things.map(({ id }) => id).join()
  if (walk.cursor !== undefined || walk.seen.length === walk.first.length || !unchanged) return []
  const skipped = [shadow.world, ...shadow.others.map(({ world }) => world)]
    .map((world) => whole(contract, { ...shadow, world }, request).find((id) => !walk.seen.includes(id)))
    .reduce((one, other) => (one === undefined || other === undefined ? undefined : one))
  return skipped === undefined ? [] : found('the pages together lack a message', skipped)
}

/** Every message that the log holds, as far as its identifier is known. */
function whole(contract: Contract, shadow: Shadow, request: ModelRequest): string[] {
  const choices = choicesFor(contract, shadow, new Map([['email.log-page-size', ENDLESS]]))
  const { kind, ...outcome } = decide(shadow.world, request, choices)
  const body = kind === 'success' && 'body' in outcome ? outcome.body : undefined
  const messages = isObject(body) && Array.isArray(body.messages) ? body.messages.filter(isObject) : []
  return messages.map(({ id }) => String(id)).filter((id) => !isSymbol(id))
}
