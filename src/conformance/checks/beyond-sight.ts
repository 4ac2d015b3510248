import { isObject } from '../../contract/json.ts'
import { itemsOf } from '../compare/comparison.ts'
import { type Answered, isSuccess } from '../shadow/answered.ts'
import { liveRows } from '../shadow/rows.ts'
import { type Check, type Found, NOTHING_FOUND } from './check.ts'

/** What was shown of the things of an organization while nothing about them has changed. */
interface Sight {
  readonly when: object
  /** Things that somebody was offered: things of their kind are. */
  readonly offered: ReadonlySet<string>
  /** By who they were not offered to, of those that are. */
  readonly withheld: ReadonlyMap<string, ReadonlySet<string>>
  /** By who was not let read them. */
  readonly kept: ReadonlyMap<string, ReadonlySet<string>>
}

/**
 * What each role may see is open. But a scope names nothing that its owner cannot see (Authentication, point 2): what others are
 * offered and they are not, and what they were not let read either.
 */
export const beyondSight: Check<Sight> = {
  name: 'beyond sight',
  provenance: 'stated',
  start: { when: {}, offered: new Set(), withheld: new Map(), kept: new Map() },
  look(answered, memory) {
    const { operation, request, shadow } = answered
    const when = shadow.world.tables
    const sight = memory.when === when ? memory : { ...beyondSight.start, when }
    const { credential = '' } = request
    if (!credential.startsWith('actor:')) return { found: NOTHING_FOUND, memory }
    if (operation.id === 'createToken') return { found: unseen(answered, sight), memory }
    if (operation.id === 'getTokenScopeOptions') return { found: NOTHING_FOUND, memory: offeredTo(answered, sight) }
    const id = keptFrom(answered)
    if (id === undefined) return { found: NOTHING_FOUND, memory }
    return { found: NOTHING_FOUND, memory: { ...sight, kept: withOne(sight.kept, credential, [id]) } }
  },
}

function offeredTo(answered: Answered, sight: Sight): Sight {
  const { received, request } = answered
  if (!isSuccess(answered) || !isObject(received.json)) return sight
  const here = new Set(itemsOf(received.json.resources).map(({ id }) => String(id)))
  const missing = [...sight.offered].filter((id) => !here.has(id))
  return {
    ...sight,
    offered: new Set([...sight.offered, ...here]),
    withheld: withOne(sight.withheld, String(request.credential), missing),
  }
}

/** The thing of the caller's organization that they were not let read. */
function keptFrom({ operation, request, received, shadow, org }: Answered): string | undefined {
  const { does, entity = '', parameters } = operation
  const last = parameters.findLast((parameter) => parameter.in === 'path')
  if (does !== 'read' || last?.names !== entity || !KEPT.has(received.status)) return undefined
  const id = request.parameters[last.name]
  return liveRows(shadow.world, entity, org).some((row) => row.id === id) ? id : undefined
}
const KEPT: ReadonlySet<number> = new Set([403, 404])

/** What a new token names, though its owner sees nothing of it. */
function unseen(answered: Answered, { withheld, kept }: Sight): readonly Found[] {
  const { request } = answered
  if (!isSuccess(answered) || !isObject(request.body)) return NOTHING_FOUND
  const by = String(request.credential)
  const named = itemsOf(request.body.scope).flatMap(({ resourceIds }) => [resourceIds ?? []].flat().map(String))
  const id = named.find((one) => withheld.get(by)?.has(one) && kept.get(by)?.has(one))
  return id === undefined
    ? NOTHING_FOUND
    : [{ code: 'value', path: 'scope', expected: 'nothing that its owner cannot see', actual: id, rules: ['TOK-04'] }]
}

const withOne = (
  all: ReadonlyMap<string, ReadonlySet<string>>,
  key: string,
  more: readonly string[],
): ReadonlyMap<string, ReadonlySet<string>> => new Map(all).set(key, new Set([...(all.get(key) ?? []), ...more]))
