import type { Operation } from '../../contract/operations.ts'
import { modelled } from '../../model/model.ts'
import type { Session } from '../session.ts'
import type { Manner } from './next-step.ts'
import { SCRIPTS } from './scripts/index.ts'
import { SWITCHES, type Switch } from './switches.ts'
import { TWISTS } from './twists.ts'
import type { Wish } from './walk.ts'

/** Personal things: what one user does must not show in another's (Tokens, row 1; On-call 8). */
const PERSONAL: ReadonlySet<string> = new Set(['createToken', 'savePagingSettings'])

/**
 * The walks of a run, shortest first: every operation once; every operation by nobody, by somebody of
 * another organization, on what is unknown or gone, with something missing; every particular rule; every
 * switch outside the API; and the scripts.
 */
export function plans(session: Session, operations: readonly Operation[]): Wish[][] {
  const looks = (operation: Operation) => looksFor(operations, operation)
  const call = (operation: Operation, manner: Manner = 'plain'): Wish => ({ kind: 'call', operation, manner })
  const inPath = operations.filter(({ parameters }) => parameters.some((parameter) => parameter.in === 'path'))
  const { contract } = session
  const usable = [...contract.operations.values()].filter(
    ({ id }) => modelled(id) && !contract.profile.leaveOut.includes(id),
  )
  const byId = new Map(usable.map((operation) => [operation.id, operation]))
  const areas = new Set(operations.map(({ area }) => area))
  const switches = SWITCHES.filter(({ event }) => session.driver.can(event))
  const switched = (chosen: readonly Switch[]) => chosen.flatMap((one) => switchWalks(one, operations, looks))
  return [
    // A quota may count what was deleted, so it is tried before anything is.
    ...switched(switches.filter(({ event }) => event === 'quotaChanges')),
    ...operations.map((operation) => [call(operation), ...looks(operation)]),
    ...operations.map((operation) => [{ kind: 'ready', operation } satisfies Wish, call(operation, 'nobody')]),
    ...operations.flatMap((operation) => elsewhere(operation, looks(operation))),
    ...inPath.map((operation) => [call(operation, 'unknown-id')]),
    ...inPath.flatMap((operation) => afterDeletion(operations, operation)),
    ...operations
      .filter(({ body }) => body)
      .flatMap((operation) => [1, 2, 3].map(() => [call(operation, 'broken'), ...looks(operation)])),
    ...operations.flatMap((operation) =>
      (TWISTS[operation.id] ?? []).map((twist): Wish[] => [
        { kind: 'call', operation, manner: 'twist', twist },
        ...looks(operation),
      ]),
    ),
    ...operations
      .filter(({ id }) => PERSONAL.has(id))
      .map((operation) => [call(operation, 'colleague'), ...looks(operation)]),
    ...operations
      .filter(({ id }) => PERSONAL.has(id))
      .map((operation) => [
        call(operation),
        ...looks(operation).map((wish): Wish => ({ ...wish, manner: 'colleague' }) as Wish),
      ]),
    ...switched(switches.filter(({ event }) => event !== 'quotaChanges')),
    ...SCRIPTS.filter(({ area }) => areas.has(area)).flatMap(({ walks }) => walks(byId) ?? []),
  ]
}

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
function elsewhere(operation: Operation, looks: readonly Wish[]): Wish[][] {
  const wishes: Wish[] = [{ kind: 'call', operation, manner: 'elsewhere' }, ...looks]
  if (operation.does !== 'list' || !operation.entity) return [[{ kind: 'ready', operation }, ...wishes]]
  return [[{ kind: 'have', entity: operation.entity }, ...wishes]]
}

function afterDeletion(operations: readonly Operation[], operation: Operation): Wish[][] {
  const named = operation.parameters.filter((parameter) => parameter.in === 'path').at(-1)?.names
  const remove = operations.find(
    ({ does, entity, parameters }) =>
      does === 'delete' &&
      entity === named &&
      parameters.filter((parameter) => parameter.in === 'path').at(-1)?.names === named,
  )
  return remove
    ? [
        [
          { kind: 'call', operation: remove },
          { kind: 'call', operation, manner: 'gone-id' },
        ],
      ]
    : []
}
