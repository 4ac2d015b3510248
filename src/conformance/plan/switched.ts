import type { Area } from '../../contract/areas.ts'
import type { Operation } from '../../contract/operations.ts'
import { AREA_JUDGES } from '../areas/index.ts'
import { DRAWN_EVENTS } from '../areas/of-all-areas.ts'
import { newest } from '../kit/own-rows.ts'
import { PLENTY, type Switch, shows } from '../kit/switch.ts'
import type { CallGoal, Goal, Walk } from '../script/goal.ts'
import { call, isRead, type Looks, named } from './looks.ts'
import { doing, on } from './several.ts'
import { twice } from './twice.ts'

export const turned = (event: string, body: unknown): Goal => ({ kind: 'event', event, body: () => body })

/**
 * An operation while a switch is off, then switched on again, then a read of the result. A creation is tried with nothing
 * there and with one there: whoever has one may do no more than whoever has none. What was read before, or made and is gone,
 * is asked for again to the letter, and in every other way: what was found out before does not count any more.
 */
export function switched(operations: readonly Operation[], looks: Looks, which: (one: Switch) => boolean): Walk[] {
  return switchesOf(operations)
    .filter(({ one }) => which(one))
    .flatMap(({ area, one }) =>
      operations
        .filter((operation) => operation.area === area && shows(operation, one))
        .flatMap((operation) =>
          turns(one, operation).flatMap(({ off, on }) =>
            triedWhileOff(operations, operation, one).map(
              ({ first, tried }): Walk => [
                ...first,
                ...aroundRead(operations, operation),
                ...byMember('dual-elsewhere', operation, one),
                ...[off, ...tried],
                ...byMember('dual', operation, one),
                ...byMember('dual-elsewhere', operation, one),
                on,
                ...(isRead(operation) ? readsOfNamed(operations, operation) : looks(operation)),
              ],
            ),
          ),
        ),
    )
}

/** What is done before something is switched off, and what is tried then. */
interface Attempt {
  readonly first: readonly Goal[]
  readonly tried: readonly Goal[]
}

function triedWhileOff(operations: readonly Operation[], operation: Operation, { event }: Switch): Attempt[] {
  const { once, again } = twice(operation)
  if (isRead(operation)) return [{ first: [once], tried: [again, ...otherwiseAsked(again)] }]
  const { entity = '' } = operation
  const remove = doing(operations, 'delete', entity)
  if (operation.does !== 'create')
    return [
      { first: before(operation), tried: [call(operation)] },
      ...(setsAnew(operation, remove) ? [{ first: [call(operation), call(remove)], tried: [call(operation)] }] : []),
    ]
  // A quota may count what is gone, and a name that can be taken may be so for a while after that.
  const mayStay = event === QUOTA_CHANGES || operation.responses.has('409')
  const goes = remove && named(remove) === entity ? on(remove, entity, -1) : undefined
  return [
    ...(goes && event !== QUOTA_CHANGES ? [{ first: [once, goes], tried: [again] }] : []),
    ...(goes && !mayStay ? [] : [{ first: before(operation), tried: [call(operation)] }]),
    { first: [call(operation)], tried: [call(operation)] },
  ]
}

/** The same read with every other value that a query may have: what is off is off for each of them. */
const otherwiseAsked = (again: CallGoal): CallGoal[] =>
  again.operation.parameters
    .filter((parameter) => parameter.in === 'query')
    .flatMap(({ name, schema }) =>
      (schema.enum ?? []).map(String).map(
        (value): CallGoal => ({
          ...again,
          optional: true,
          query: (drawing, drawn) => {
            const asked = typeof again.query === 'function' ? again.query(drawing, drawn) : again.query
            return asked?.[name] === value ? undefined : { ...asked, [name]: value }
          },
        }),
      ),
    )

/** True for a change that makes the thing if there is none: what fails leaves none behind then. */
const setsAnew = (operation: Operation, remove: Operation | undefined): remove is Operation =>
  operation.does === 'update' &&
  remove !== undefined &&
  named(remove) === named(operation) &&
  operation.entity !== named(operation)

/** An organization that may not gets nothing, though somebody of it belongs to another one that may and goes on there. */
const byMember = (who: 'dual' | 'dual-elsewhere', operation: Operation, { event }: Switch): Goal[] =>
  event === ENTITLEMENT_CHANGES && isRead(operation) ? [call(operation, who)] : []
const ENTITLEMENT_CHANGES = 'entitlementChanges'

interface Turn {
  readonly off: Goal
  readonly on: Goal
}

/** Off and on again: for everything, and for the thing alone that an operation is about, where that can be. */
function turns({ event, off, on, single }: Switch, operation: Operation): Turn[] {
  const forAll = { off: turned(event, off), on: turned(event, on) }
  if (!single || named(operation) !== single.entity) return [forAll]
  const forOne = (body: object): Goal => ({
    kind: 'event',
    event,
    body: (drawing) => {
      const id = newest(drawing, single.entity)?.id
      return id === undefined ? undefined : { ...body, [single.field]: id }
    },
  })
  return [forAll, { off: forOne(off), on: forOne(on) }]
}

/** Before a read that fails: something happens to the thing it is about, and is seen. It stays so afterwards. */
function aroundRead(operations: readonly Operation[], operation: Operation): Goal[] {
  const reads = readsOfNamed(operations, operation)
  if (reads.length === 0) return []
  const happen = [...DRAWN_EVENTS].flatMap(([event, { about, body }]): Goal[] =>
    [about].flat()[0] === named(operation) ? [{ kind: 'event', event, body }] : [],
  )
  return [...happen, ...reads]
}

/** For a read of something below a thing: the reads of the thing itself. */
const readsOfNamed = (operations: readonly Operation[], operation: Operation): Goal[] =>
  isRead(operation)
    ? operations
        .filter((read) => read.does === 'read' && read !== operation && read.entity === named(read))
        .filter((read) => read.entity !== undefined && read.entity === named(operation))
        .map((read) => call(read))
    : []

/** An operation while two switches are off that both affect it: which of them the response shows is not always open. */
export function switchedTogether(
  operations: readonly Operation[],
  looks: Looks,
  which: (one: Switch) => boolean,
): Walk[] {
  return areasOf(operations).flatMap((area) => {
    const own = AREA_JUDGES[area].switches.filter(which)
    return own.flatMap((first, index) =>
      own.slice(index + 1).flatMap((second) =>
        operations
          // If both affect every operation of the area, the response may show either.
          .filter((operation) => operation.area === area && [first, second].every((one) => shows(operation, one)))
          .filter(() => first.only !== undefined || second.only !== undefined)
          .map((operation) => [
            ...before(operation),
            turned(first.event, first.off),
            turned(second.event, second.off),
            call(operation),
            turned(first.event, first.on),
            turned(second.event, second.on),
            ...(isRead(operation) ? [] : looks(operation)),
          ]),
      ),
    )
  })
}

/** Operations that a switch does not affect work as usual while it is off: reads, and whatever changes something. */
export function unaffected(operations: readonly Operation[], which: (one: Switch) => boolean): Walk[] {
  return switchesOf(operations)
    .filter(({ one }) => which(one) && one.only)
    .flatMap(({ area, one }): Walk[] => {
      const [off, on] = [turned(one.event, one.off), turned(one.event, one.on)]
      const others = operations.filter((operation) => operation.area === area && !shows(operation, one))
      const reads = others.filter((operation) => isRead(operation) && operation.entity !== undefined)
      const readsByEntity = Map.groupBy(reads, ({ entity = '' }) => entity)
      return [
        ...[...readsByEntity].map(
          ([entity, own]): Walk => [...[{ kind: 'have', entity } as const, off, ...own.map((read) => call(read)), on]],
        ),
        ...others
          .filter((operation) => !isRead(operation))
          .map((operation): Walk => [...before(operation), off, call(operation), on]),
      ]
    })
}

/** An earlier change, so that a second one that fails has something to overwrite. */
const before = (operation: Operation): Goal[] =>
  isRead(operation) || operation.does === 'create' || operation.does === 'delete'
    ? [{ kind: 'ready', operation }]
    : [call(operation)]

export const switchesOf = (operations: readonly Operation[]): { readonly area: Area; readonly one: Switch }[] =>
  areasOf(operations).flatMap((area) => AREA_JUDGES[area].switches.map((one) => ({ area, one })))

export const QUOTA_CHANGES = 'quotaChanges'

/** The operations that use a place of a quota. */
export const countedBy = (operations: readonly Operation[]): readonly string[] =>
  switchesOf(operations).flatMap(({ one }) => (one.event === QUOTA_CHANGES ? (one.only ?? []) : []))

/** The areas of these operations. */
export const areasOf = (operations: readonly Operation[]): Area[] => [...new Set(operations.map(({ area }) => area))]

/** Raises the quotas that limit what a run creates. */
export const raisedQuotas = (operations: readonly Operation[]): Walk =>
  areasOf(operations)
    .flatMap((area) => AREA_JUDGES[area].quotas)
    .map((quota) => ({ kind: 'event', event: QUOTA_CHANGES, body: () => ({ quota, value: PLENTY }) }))
