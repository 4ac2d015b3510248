import type { Operation } from '../contract/operations.ts'
import { nextDue } from '../model/advance.ts'
import type { EventName } from '../model/request/operation-types.ts'
import type { World } from '../model/world/world.ts'
import { filledExample, partsOf } from './bodies.ts'
import { namings } from './looks.ts'
import type { Move } from './move.ts'

const HOUR_MS = 3_600_000

/** The moves of a walk: operations that change something, events, and the actors. */
export interface Repertoire {
  readonly changes: readonly Operation[]
  readonly events: readonly Operation[]
  readonly actors: readonly { readonly name: string; readonly credential: string }[]
  readonly ids: (world: World, entity: string) => readonly string[]
  /** The number of things of an entity that a walk has made; at most two. */
  readonly made: (world: World, entity: string) => number
}

/** Of each kind of thing. */
const MOST = 2

/** Every move from a world, in a fixed order. */
export function movesIn(world: World, repertoire: Repertoire): Move[] {
  return [
    ...repertoire.changes.flatMap((operation) => requestsOf(world, operation, repertoire)),
    ...repertoire.events.flatMap((operation) => eventsOf(world, operation, repertoire)),
    ...clockMoves(world),
  ]
}

function requestsOf(world: World, operation: Operation, repertoire: Repertoire): Move[] {
  const { actors, ids, made } = repertoire
  const { does, entity = '' } = operation
  if (does === 'create' && made(world, entity) >= MOST) return []
  const second = made(world, entity) > 0
  const bodies = bodiesFor(world, operation, repertoire, second)
  return namings(world, operation, ids).flatMap((naming) =>
    bodies.flatMap((body) =>
      actors.map(
        ({ name, credential }): Move => ({
          kind: 'request',
          actor: name,
          request: { operation, credential, body, ...naming },
        }),
      ),
    ),
  )
}

function eventsOf(world: World, operation: Operation, repertoire: Repertoire): Move[] {
  return bodiesFor(world, operation, repertoire, false).map((body) => ({
    kind: 'event',
    name: operation.id as EventName,
    body: body ?? {},
  }))
}

/** The example, whole and in parts, about the first and about the last thing there is of each kind it refers to. */
function bodiesFor(world: World, { body, does }: Operation, { ids }: Repertoire, second: boolean): unknown[] {
  const picked = (which: 0 | -1) => (entities: readonly string[]) =>
    entities.flatMap((entity) => ids(world, entity)).at(which)
  const bodies = partsOf(body?.schema, body?.example, does === 'update').flatMap((example) =>
    ([0, -1] as const).map((which) => filledExample(body?.schema, example, picked(which), second)),
  )
  return [...new Map(bodies.map((one) => [JSON.stringify(one), one])).values()]
}

/** Until the next thing falls due, and an hour on. */
function clockMoves(world: World): Move[] {
  const due = nextDue(world)
  const wait = due ? Math.max(0, due.atMs - world.nowMs) : HOUR_MS
  return [...new Set([wait, HOUR_MS])].map((byMs) => ({ kind: 'clock', byMs }))
}
