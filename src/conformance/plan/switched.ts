import type { Area } from '../../contract/areas.ts'
import type { Operation } from '../../contract/operations.ts'
import { AREA_JUDGES } from '../areas/index.ts'
import { PLENTY, type Switch } from '../kit/switch.ts'
import type { Goal, Walk } from '../script/goal.ts'
import { call, isRead, type Looks } from './looks.ts'

/** True if an operation shows the position of a switch of its area. */
export const shows = (operation: Operation, { only }: Switch): boolean =>
  !only || only.some((id) => id === operation.id)

const turned = (event: string, body: unknown): Goal => ({ kind: 'event', event, body: () => body })

/** Switched off, the operation, switched on again, and a look at what it left. */
export function switched(operations: readonly Operation[], looks: Looks, which: (one: Switch) => boolean): Walk[] {
  return switchesOf(operations)
    .filter(({ one }) => which(one))
    .flatMap(({ area, one }) =>
      operations
        .filter((operation) => operation.area === area && shows(operation, one))
        .map((operation) => [
          ...before(operation),
          turned(one.event, one.off),
          call(operation),
          turned(one.event, one.on),
          ...(isRead(operation) ? [] : looks(operation)),
        ]),
    )
}

/** Two things switched off at once that the operation shows both: which of them shows is not always open. */
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
          // Where both are about every operation of the area, either may show.
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

/** What does not show a switch works as ever while it is off. */
export function unaffected(operations: readonly Operation[], which: (one: Switch) => boolean): Walk[] {
  return switchesOf(operations)
    .filter(({ one }) => which(one) && one.only)
    .flatMap(({ area, one }): Walk[] => {
      const others = operations.filter((operation) => operation.area === area && !shows(operation, one))
      const entities = new Set(others.filter(isRead).flatMap(({ entity }) => entity ?? []))
      return [...entities].map((entity) => [
        { kind: 'have', entity },
        turned(one.event, one.off),
        ...others.filter((operation) => isRead(operation) && operation.entity === entity).map((read) => call(read)),
        turned(one.event, one.on),
      ])
    })
}

/** A change has been made once before, so that there is something to lose by a second one that fails. */
const before = (operation: Operation): Goal[] =>
  isRead(operation) || operation.does === 'create' || operation.does === 'delete'
    ? [{ kind: 'ready', operation }]
    : [call(operation)]

export const switchesOf = (operations: readonly Operation[]): { readonly area: Area; readonly one: Switch }[] =>
  areasOf(operations).flatMap((area) => AREA_JUDGES[area].switches.map((one) => ({ area, one })))

export const QUOTA_CHANGES = 'quotaChanges'

/** The operations that take a place of a quota. */
export const countedBy = (operations: readonly Operation[]): readonly string[] =>
  switchesOf(operations).flatMap(({ one }) => (one.event === QUOTA_CHANGES ? (one.only ?? []) : []))

/** The areas that operations are of. */
export const areasOf = (operations: readonly Operation[]): Area[] => [...new Set(operations.map(({ area }) => area))]

/** Raises the quotas that what a run makes must fit into. */
export const raisedQuotas = (operations: readonly Operation[]): Walk =>
  areasOf(operations)
    .flatMap((area) => AREA_JUDGES[area].quotas)
    .map((quota) => ({ kind: 'event', event: QUOTA_CHANGES, body: () => ({ quota, value: PLENTY }) }))
