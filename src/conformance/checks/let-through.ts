import type { ModelRequest } from '../../model/decide.ts'
import type { World } from '../../model/world/world.ts'
import { canonical } from '../compare/compare.ts'
import type { Answered } from '../shadow/answered.ts'
import { memoryOf } from '../shadow/memories.ts'
import { rowsOf } from '../shadow/rows.ts'
import type { PlainRequest } from '../step/plain-request.ts'
import { type Check, NOTHING_FOUND } from './check.ts'

interface Reading {
  readonly area: string
  readonly org: string
  readonly request: ModelRequest
  /** The world then. */
  readonly world: World
}

/** By what was read, by whom and for which organization. */
type LetThrough = ReadonlyMap<string, Reading>

/** Remembers what people have read: whoever was let through once is so again while nothing about them has changed. */
export const letThrough: Check<LetThrough> = {
  name: 'let-through',
  provenance: 'implied',
  start: new Map(),
  look: (answered, memory) => {
    const { operation, org, received, shadow } = answered
    if (received.status >= 300 || !isPersonReading(answered)) return { found: NOTHING_FOUND, memory }
    const reading = { area: operation.area, org, request: answered.request, world: shadow.world }
    return { found: NOTHING_FOUND, memory: new Map([...memory, [readBy(answered), reading]]) }
  },
}

/** True if the same person has read the same before, for the same organization, and nothing about either has changed. */
export function wasLetThrough(answered: Answered): boolean {
  const { shadow, org } = answered
  const before = isPersonReading(answered) ? memoryOf(shadow, letThrough).get(readBy(answered)) : undefined
  return before !== undefined && standingIn(before.world, org) === standingIn(shadow.world, org)
}

/** True if the area is open to the organization: somebody of it has read something there, and nothing about it has changed. */
export function isOpenArea({ operation, shadow, org }: Answered): boolean {
  const now = standingIn(shadow.world, org)
  return [...memoryOf(shadow, letThrough).values()].some(
    (reading) => reading.org === org && reading.area === operation.area && standingIn(reading.world, org) === now,
  )
}

/** The same read of another thing, if the person has read both before; then what fails for the one alone is not out of order. */
export function readOfAnother(answered: Answered): PlainRequest | undefined {
  if (!wasLetThrough(answered)) return undefined
  const { operation, request, shadow, org } = answered
  const others = [...memoryOf(shadow, letThrough).values()].map((reading) => reading.request)
  const other = others.findLast(
    (one) =>
      one.operation.id === operation.id &&
      readBy(answered) === readBy({ operation, org, request: { ...one, parameters: request.parameters } }) &&
      canonical(one.parameters) !== canonical(request.parameters),
  )
  return other && { operation: operation.id, parameters: other.parameters, query: other.query }
}

const isPersonReading = ({ operation, request: { credential = '' } }: Answered): boolean =>
  (operation.does === 'read' || operation.does === 'list') && credential.startsWith('actor:')

const readBy = ({
  operation,
  request: { credential, parameters, query },
  org,
}: Pick<Answered, 'operation' | 'request' | 'org'>): string =>
  canonical([operation.id, credential, org, parameters, query])

/** Everything that may be in the way of an organization or one of its people. */
const standingIn = (world: World, org: string): string =>
  canonical([
    rowsOf(world, 'Organization').filter(({ id }) => id === org),
    rowsOf(world, 'Membership').filter((row) => row.org === org),
    rowsOf(world, 'RegistryAccount').filter((row) => row.org === org),
    rowsOf(world, 'Backend'),
  ])
