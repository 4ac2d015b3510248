import type { Area } from '../../contract/areas.ts'
import type { Operation } from '../../contract/operations.ts'
import { AREA_JUDGES } from '../areas/index.ts'
import { PLENTY, type Switch } from '../kit/switch.ts'
import type { Goal, Walk } from '../script/goal.ts'
import { call, isRead, type Looks } from './looks.ts'

/** True if an operation shows the position of a switch of its area. */
export const shows = (operation: Operation, { only }: Switch): boolean =>
  !only || only.some((id) => id === operation.id)

/** Switched off, the operation, switched on again, and a look at what it left. */
export function switched(operations: readonly Operation[], looks: Looks, which: (one: Switch) => boolean): Walk[] {
  const turned = (event: string, body: unknown): Goal => ({ kind: 'event', event, body: () => body })
  return switchesOf(operations)
    .filter(({ one }) => which(one))
    .flatMap(({ area, one }) =>
      operations
        .filter((operation) => operation.area === area && shows(operation, one))
        .map((operation) => [
          { kind: 'ready', operation } as const,
          turned(one.event, one.off),
          call(operation),
          turned(one.event, one.on),
          ...(isRead(operation) ? [] : looks(operation)),
        ]),
    )
}

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
