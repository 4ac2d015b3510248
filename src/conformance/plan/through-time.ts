import type { Operation } from '../../contract/operations.ts'
import { DRAWN_EVENTS } from '../areas/of-all-areas.ts'
import type { Goal, Walk } from '../script/goal.ts'
import { advance } from '../script/script.ts'
import { call, isRead, type Looks, named } from './looks.ts'
import { doing, naming, references } from './several.ts'

/** Increasing durations, up to the longest retention. */
const SPANS = ['PT2M', 'PT1H', 'P2D', 'P40D']

/** Things that were made, whether by a creation or by being set, read again as time passes. */
export function throughTime(operations: readonly Operation[], looks: Looks): Walk[] {
  return operations
    .filter((operation) => isOfNewThing(operation) || isSetting(operation, operations))
    .map((operation) => [
      call(operation),
      ...looks(operation),
      ...SPANS.flatMap((by) => [advance(by), ...looks(operation)]),
    ])
}

const isOfNewThing = ({ does, entity }: Operation): boolean => entity !== undefined && does === 'create'

/** True for what puts something there that nothing creates, such as a login for somewhere else. */
const isSetting = ({ does, entity }: Operation, operations: readonly Operation[]): boolean =>
  does === 'update' && entity !== undefined && !doing(operations, 'create', entity)

/** What can be done to a thing can still be done to it when it is old, and when something was done to it long ago. */
export const onOldThings = (operations: readonly Operation[], looks: Looks): Walk[] =>
  operations.filter(isOfNewThing).flatMap((create): Walk[] => {
    const own = operations.filter((operation) => !isRead(operation) && named(operation) === create.entity)
    const isDeletion = ({ does }: Operation) => does === 'delete'
    // What ends the thing comes last.
    const then = [...own.filter((operation) => !isDeletion(operation)), ...own.filter(isDeletion)]
    if (then.length === 0) return []
    const first = [[], ...own.filter(({ does }) => does === 'act').map((act) => [call(act)])]
    return first.map((done) => [
      ...[call(create), ...done, advance('P2D')],
      ...then.flatMap((operation) => [call(operation), ...looks(operation)]),
    ])
  })

/** Outside events, once, again, and later, each followed by reads of everything they may have affected. */
export function afterEvents(operations: readonly Operation[], looks: Looks): Walk[] {
  return [...DRAWN_EVENTS].flatMap(([event, { about, needs, body }]) =>
    [about].flat().flatMap((entity): Walk[] => {
      const some = operations.find((operation) => operation.entity === entity)
      if (!some) return []
      const happens: Goal = { kind: 'event', event, body }
      const seen = [...looks({ ...some, id: '' }), ...looksBelow(operations, entity)]
      const ready: Goal = { kind: 'have', entity: needs ?? entity }
      return [
        [ready, happens, ...seen, happens, ...seen, advance('PT1H'), ...seen, happens, happens, ...seen],
        [ready, happens, advance('P2D'), ...seen, happens, ...seen],
      ]
    }),
  )
}

/** Reads of everything below a thing: history, metrics, nested things. */
const looksBelow = (operations: readonly Operation[], entity: string): Goal[] =>
  operations
    .filter((operation) => isRead(operation) && operation.entity !== entity && named(operation) === entity)
    .map((operation) => call(operation))

/** An outside event, with an entity that it is about. */
interface Happening {
  readonly entity: string
  readonly needs: string | undefined
  readonly happens: Goal
}

const happenings = (): Happening[] =>
  [...DRAWN_EVENTS].flatMap(([event, { about, needs, body }]) =>
    [about].flat().map((entity) => ({ entity, needs, happens: { kind: 'event', event, body } })),
  )

/** History: the subjects of outside events, read before and after each deletable thing of the area is deleted. */
export function afterRemoval(operations: readonly Operation[], looks: Looks): Walk[] {
  const byThing = Map.groupBy(happenings(), ({ entity }) => entity)
  return [...byThing].flatMap(([entity, own]): Walk[] => {
    const some = operations.find((operation) => operation.entity === entity)
    if (!some) return []
    const seen = looks({ ...some, id: '' })
    const all = [...new Set([entity, ...own.flatMap(({ needs }) => needs ?? [])])]
    return operations
      .filter(({ does, area }) => does === 'delete' && area === some.area)
      .map((remove) => [
        ...all.map((one): Goal => ({ kind: 'have', entity: one })),
        { kind: 'ready', operation: remove },
        ...own.map(({ happens }) => happens),
        ...seen,
        call(remove),
        ...seen,
      ])
  })
}

/**
 * An outside event, creations of the same kind through the API, and another outside event, which must affect only its
 * subject.
 */
export function bystanders(operations: readonly Operation[], looks: Looks): Walk[] {
  const byThing = Map.groupBy(happenings(), ({ entity }) => entity)
  return [...byThing].flatMap(([entity, own]): Walk[] => {
    const create = doing(operations, 'create', entity)
    if (!create) return []
    const seen = looks({ ...create, id: '' })
    return own.flatMap((one) =>
      own
        .filter((other) => other !== one)
        .map(
          (other): Walk => [
            ...needed(one),
            one.happens,
            ...seen,
            ...oneForEach(create),
            ...needed(other),
            other.happens,
            ...seen,
          ],
        ),
    )
  })
}

const needed = ({ needs, entity }: Happening): Goal[] => [{ kind: 'have', entity: needs ?? entity }]

/** One thing for each possible subject. */
function oneForEach(create: Operation): Goal[] {
  const [reference] = references(create)
  return reference ? [0, 1, 2].map((place) => naming(create, reference, place)) : [call(create)]
}
