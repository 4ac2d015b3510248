import { isObject } from '../../contract/json.ts'
import type { Operation } from '../../contract/operations.ts'
import { twistsOf } from '../areas/of-all-areas.ts'
import { brokenTwists } from '../draw/broken-body.ts'
import { decided, plainBody } from '../draw/plain-body.ts'
import type { Drawing } from '../kit/drawing.ts'
import type { Twist } from '../kit/twist.ts'
import type { CallGoal, Walk } from '../script/goal.ts'
import { remembered } from '../script/remembered.ts'
import { call, type Looks } from './looks.ts'

/** Changes that may be about several fields, or about some of them only. */
const changes = (operations: readonly Operation[]): Operation[] =>
  operations.filter(
    ({ does, body }) =>
      does === 'update' &&
      (body?.schema.required ?? []).length === 0 &&
      Object.keys(body?.schema.properties ?? {}).length > 1,
  )

/** A plain body with everything that may be said; undefined where something is missing for it. */
export function fullBody(drawing: Drawing, operation: Operation): Readonly<Record<string, unknown>> | undefined {
  const drawn = plainBody(decided(drawing, true), operation)
  return isObject(drawn) ? drawn : undefined
}

/** Several things are to change at once, and one of them is wrong, each in turn: the others stay as they are, too. */
export const wholeOrNothing = (operations: readonly Operation[], looks: Looks): Walk[] =>
  changes(operations).flatMap((change) =>
    [...brokenTwists(change), ...twistsOf(change.id).filter(isWrong)].map((wrong): Walk => {
      const beside: Twist = {
        ...wrong,
        body: (drawing, plain) => wrong.body(drawing, fullBody(drawing, change) ?? plain),
      }
      return [{ ...call(change, 'broken'), twist: beside }, ...looks(change)]
    }),
  )

const isWrong = ({ intent }: Twist): boolean => intent === 'broken'

/**
 * Two changes of one thing at the same time that are about different fields: neither undoes the other. Each half is sent
 * first once, because a change may take its time over one field only.
 */
export const differentFields = (operations: readonly Operation[], looks: Looks): Walk[] =>
  changes(operations).flatMap((change) =>
    HALVES.map((order): Walk => {
      const { first, drawn } = remembered()
      const half = (which: 0 | 1): CallGoal => ({
        ...call(change),
        body: (drawing) => everyOther(fullBody(drawing, change), which),
      })
      return [
        { kind: 'ready', operation: change },
        { ...half(order[0]), withNext: true, drawn },
        { ...half(order[1]), parameters: (drawing) => first(drawing)?.parameters },
        ...looks(change),
      ]
    }),
  )

const HALVES = [
  [0, 1],
  [1, 0],
] as const

/** The first field, the third and so on, or those between; undefined where there are none. */
function everyOther(body: Readonly<Record<string, unknown>> | undefined, which: 0 | 1): unknown {
  const half = Object.entries(body ?? {}).filter((_, index) => index % 2 === which)
  return half.length === 0 ? undefined : Object.fromEntries(half)
}
