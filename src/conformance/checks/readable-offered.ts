import { isObject } from '../../contract/json.ts'
import { SCOPABLE_ENTITIES } from '../../model/access/scopable.ts'
import { itemsOf } from '../compare/comparison.ts'
import { type Answered, isSuccess } from '../shadow/answered.ts'
import { liveRows } from '../shadow/rows.ts'
import { type Check, type Found, NOTHING_FOUND } from './check.ts'

interface Seen {
  /** Things of ours that somebody was offered: things of their kind are. */
  readonly offered: ReadonlySet<string>
  /** What was read last, by whom, and everything as it was at the time. */
  readonly read?: { readonly id: string; readonly by: string | undefined; readonly when: object } | undefined
}

/**
 * Which kinds of things a token can be narrowed to is open, and so is what a role can read. But of a kind that was offered to
 * one person, another is offered what they have just read themselves (Endpoints, Tokens, row 3).
 */
export const readableOffered: Check<Seen> = {
  name: 'body',
  provenance: 'stated',
  start: { offered: new Set() },
  look(answered, seen) {
    const { offered, read } = seen
    const { operation, request, received, shadow } = answered
    const present = { by: request.credential, when: shadow.world.tables }
    const nothing = (memory: Seen) => ({ found: NOTHING_FOUND, memory })
    if (operation.does !== 'read' && operation.does !== 'list') return nothing(read ? { offered } : seen)
    if (!isSuccess(answered) || !isObject(received.json)) return nothing(seen)
    if (operation.id !== 'getTokenScopeOptions') {
      const id = thingRead(answered)
      return nothing(id === undefined ? seen : { offered, read: { id, ...present } })
    }
    const resources = itemsOf(received.json.resources)
    // Whatever happens in between may be a reason.
    const isSame = read !== undefined && read.by === present.by && read.when === present.when && offered.has(read.id)
    const found = isSame && !resources.some(({ id }) => id === read.id) ? [lacks(read.id)] : NOTHING_FOUND
    const ours = resources.filter((one) => JSON.stringify(one).includes(shadow.salt)).map(({ id }) => String(id))
    return { found, memory: { offered: new Set([...offered, ...ours]), read } }
  },
}

/** The thing that an operation shows by its path, if a token may be narrowed to things of its kind and it is to stay. */
function thingRead({ operation, request, shadow, org }: Answered): string | undefined {
  const { does, entity = '', parameters } = operation
  const last = parameters.findLast((parameter) => parameter.in === 'path')
  if (does !== 'read' || last?.names !== entity || !SCOPABLE_ENTITIES.includes(entity)) return undefined
  const id = request.parameters[last.name]
  return liveRows(shadow.world, entity, org).some((row) => row.id === id) ? id : undefined
}

const lacks = (id: string): Found => ({
  ...{ code: 'lacks', path: 'resources', entity: 'resource', id, expected: id, actual: undefined },
  rules: ['TOK-05'],
})
