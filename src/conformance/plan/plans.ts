import type { Operation } from '../../contract/operations.ts'
import { modelled } from '../../model/model.ts'
import { brokenTwists } from '../draw/broken-body.ts'
import { type Manner, requiredQuery } from '../draw/next-step.ts'
import { oddTwists } from '../draw/odd-values.ts'
import { SCRIPTS } from '../draw/scripts/index.ts'
import { WEBHOOK_SCRIPTS } from '../draw/scripts/webhooks.ts'
import { PLENTY, ROOM, SWITCHES, type Switch } from '../draw/switches.ts'
import { TWISTS } from '../draw/twists.ts'
import type { Wish } from '../draw/walk.ts'
import type { Session } from '../session/session.ts'
import { branches } from './branches.ts'

/** Personal things: what one user does must not show in another's (Tokens, row 1; On-call 8). */
const PERSONAL: ReadonlySet<string> = new Set(['createToken', 'savePagingSettings'])

/**
 * The walks of a run. First what raises quotas, and every operation once; then by turns: the scripts, shortest first,
 * every particular rule, every operation by nobody, by somebody of another organization, on what is unknown or gone, with
 * something missing, and with something switched off outside the API; the longest scripts last.
 */
export function plans(session: Session, operations: readonly Operation[]): Wish[][] {
  const looks = (operation: Operation) => looksFor(operations, operation)
  const inPath = operations.filter(({ parameters }) => parameters.some((parameter) => parameter.in === 'path'))
  const { contract } = session
  // A door that the contract names without showing is there for those whose profile says where.
  const doors = [...contract.doors.values()].filter(({ id }) => id in contract.profile.bindings)
  const usable = [...contract.operations.values(), ...doors].filter(
    ({ id }) => modelled(id) && !contract.profile.leaveOut.includes(id),
  )
  const byId = new Map(usable.map((operation) => [operation.id, operation]))
  const areas = new Set(operations.map(({ area }) => area))
  const switches = SWITCHES.filter(({ event }) => session.driver.can(event))
  const switched = (chosen: readonly Switch[]) => chosen.flatMap((one) => switchWalks(one, operations, looks))
  const [long, short] = partition(
    [...SCRIPTS, ...(session.receiver ? WEBHOOK_SCRIPTS : [])]
      .filter(({ area }) => areas.has(area))
      .flatMap(({ walks }) => walks(byId) ?? []),
    ({ length }) => length > LONG,
  )
  return [
    ROOM.filter(({ area }) => areas.has(area)).map(({ quota }) => raised(quota)),
    // A quota may count what was deleted, so it is tried before anything is.
    ...switched(switches.filter(({ event }) => event === 'quotaChanges')),
    ...ordinary(operations, looks),
    ...byTurns([
      ...dealt(
        SCRIPTS_A_TURN,
        short.toSorted((a, b) => a.length - b.length),
      ),
      ...dealt(
        TWISTS_A_TURN,
        operations.flatMap((operation) =>
          (TWISTS[operation.id] ?? []).map((twist): Wish[] => [
            { kind: 'call', operation, manner: 'twist', twist },
            ...looks(operation),
          ]),
        ),
      ),
      switched(switches.filter(({ event }) => event !== 'quotaChanges')),
      together(
        6,
        operations.map((operation): Wish[] => [{ kind: 'ready', operation }, call(operation, 'nobody')]),
      ),
      together(
        4,
        operations.map((operation) => elsewhere(operation, isRead(operation) ? [] : looks(operation))),
      ),
      together(
        6,
        inPath.map((operation) => [call(operation, 'unknown-id')]),
      ),
      afterDeletion(operations, inPath),
      together(
        3,
        operations.filter(canBeBroken).map((operation) => [...brokenCalls(operation), ...looks(operation)]),
      ),
      operations
        .filter(({ id }) => PERSONAL.has(id))
        .flatMap((operation) => [
          [call(operation, 'colleague'), ...looks(operation)],
          [call(operation), ...looks(operation).map((wish): Wish => ({ ...wish, manner: 'colleague' }) as Wish)],
        ]),
      together(2, readTwice(operations, looks)),
    ]),
    ...long.toSorted((a, b) => a.length - b.length),
  ]
}

const canBeBroken = (operation: Operation): boolean =>
  operation.body !== undefined || requiredQuery(operation).length > 0

/** Everything that can be wrong with its body, once each; without a body, what its query must say left out. */
const brokenCalls = (operation: Operation): Wish[] =>
  operation.body
    ? brokenTwists(operation).map((twist) => ({ kind: 'call', operation, manner: 'broken', twist }))
    : requiredQuery(operation).flatMap(() => [call(operation, 'broken'), call(operation, 'broken')])

const raised = (quota: string): Wish => ({
  kind: 'event',
  event: 'quotaChanges',
  body: () => ({ quota, value: PLENTY }),
})
const call = (operation: Operation, manner: Manner = 'plain'): Wish => ({ kind: 'call', operation, manner })
const isRead = ({ does }: Operation): boolean => does === 'read' || does === 'list'

/** Reads have no effect: one, the others of its entity, and the same one again. */
const readTwice = (operations: readonly Operation[], looks: (operation: Operation) => Wish[]): Wish[][] =>
  operations
    .filter(isRead)
    .map((operation) => [
      ...(operation.entity ? [{ kind: 'have', entity: operation.entity } as const] : []),
      call(operation),
      ...looks(operation),
      call(operation),
    ])

/** Every operation as it should be, and a look; an entity at a time, so that little has to be made for it. */
function ordinary(operations: readonly Operation[], looks: (operation: Operation) => Wish[]): Wish[][] {
  const groups = Map.groupBy(operations, ({ entity, id }) => entity ?? id)
  return [...groups.values()].flatMap((group) =>
    together(
      3,
      group
        .toSorted((a, b) => ORDER.indexOf(a.does) - ORDER.indexOf(b.does))
        .map((operation) => [call(operation), ...(isRead(operation) ? [] : looks(operation))]),
    ),
  )
}

const ORDER = ['create', 'list', 'read', 'update', 'act', 'delete']

/** Several short walks as one: what the first needed is there for the others. */
function together(count: number, walks: readonly Wish[][]): Wish[][] {
  return Array.from({ length: Math.ceil(walks.length / count) }, (_, index) =>
    walks.slice(index * count, (index + 1) * count).flat(),
  )
}

/** Scripts are about rules that nothing else meets, so they come more often. */
const SCRIPTS_A_TURN = 6
const TWISTS_A_TURN = 2

/** A walk of more wishes than this (a hundred incidents, for a cap) comes when everything else is through. */
const LONG = 24

function partition<T>(list: readonly T[], is: (item: T) => boolean): [T[], T[]] {
  return [list.filter(is), list.filter((item) => !is(item))]
}

function dealt<T>(hands: number, cards: readonly T[]): T[][] {
  return Array.from({ length: hands }, (_, hand) => cards.filter((_card, index) => index % hands === hand))
}

/** One of each in turn, so that no kind of walk has to wait for all of another. */
function byTurns<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, turn) => lists.flatMap((list) => list.slice(turn, turn + 1))).flat()
}

/** Bodies with one odd value. How the target keeps it is its own affair, so the looks only see that it still answers. */
export function oddPlans(operations: readonly Operation[]): Wish[][] {
  const looks = (operation: Operation) =>
    looksFor(operations, operation).map((wish): Wish => ({ ...wish, intent: 'odd' }) as Wish)
  return operations.flatMap((operation) =>
    oddTwists(operation).map((twist): Wish[] => [
      { kind: 'call', operation, manner: 'twist', twist },
      ...looks(operation),
    ]),
  )
}

/** Requests at the same time. */
export const parallelPlans = (operations: readonly Operation[]): Wish[][] =>
  branches(operations, (operation) => looksFor(operations, operation))

/** Turned off, the operation, turned on again, and a look at what it left. */
function switchWalks(
  { event, off, on, areas, only }: Switch,
  operations: readonly Operation[],
  looks: (operation: Operation) => Wish[],
): Wish[][] {
  return operations
    .filter(({ area, id }) => areas.includes(area) && (!only || only.includes(id)))
    .map((operation) => [
      { kind: 'ready', operation },
      { kind: 'event', event, body: () => off },
      { kind: 'call', operation },
      { kind: 'event', event, body: () => on },
      ...(operation.does === 'read' || operation.does === 'list' ? [] : looks(operation)),
    ])
}

/** What shows the effect of an operation: the list of its entity, and the thing itself. */
function looksFor(operations: readonly Operation[], { entity, id, area }: Operation): Wish[] {
  const reads = operations.filter(
    (operation) =>
      operation.entity === entity &&
      entity !== undefined &&
      (operation.does === 'list' || operation.does === 'read') &&
      operation.id !== id &&
      operation.area === area,
  )
  return reads.map((operation) => ({ kind: 'call', operation }))
}

/** Ours first, then somebody of another organization; and a look, in case it had an effect. */
function elsewhere(operation: Operation, looks: readonly Wish[]): Wish[] {
  const wishes: Wish[] = [call(operation, 'elsewhere'), ...looks]
  if (operation.does !== 'list' || !operation.entity) return [{ kind: 'ready', operation }, ...wishes]
  return [{ kind: 'have', entity: operation.entity }, ...wishes]
}

/** What was deleted is unknown to every operation. */
function afterDeletion(operations: readonly Operation[], inPath: readonly Operation[]): Wish[][] {
  const named = ({ parameters }: Operation) => parameters.filter((parameter) => parameter.in === 'path').at(-1)?.names
  return operations
    .filter((remove) => remove.does === 'delete' && remove.entity !== undefined && named(remove) === remove.entity)
    .map((remove) => [
      call(remove),
      ...inPath
        .filter((operation) => named(operation) === remove.entity)
        .map((operation) => call(operation, 'gone-id')),
    ])
}
