import type { Operation } from '../../contract/operations.ts'
import { factsOf } from '../areas/of-all-areas.ts'
import { type BodyPlace, placesOf, valueAt, withValueAt } from '../draw/body-places.ts'
import { IMPOSSIBLE, plainBody } from '../draw/plain-body.ts'
import type { Drawing } from '../kit/drawing.ts'
import type { CallGoal, Walk } from '../script/goal.ts'
import type { RequestStep } from '../step/step.ts'
import { call, isRead, type Looks } from './looks.ts'

/** The ways that lead to one and the same rule or effect, beside the plainest. */

/** By a colleague who manages as much as the owner, or nothing. What is personal would stay with them. */
export const byColleague = (who: 'manager' | 'lesser', operations: readonly Operation[], looks: Looks): Walk[] =>
  operations
    .filter(({ id }) => !factsOf(id).personal)
    .map((operation) => [
      { kind: 'ready', operation },
      call(operation, who),
      ...(isRead(operation) ? [] : looks(operation)),
    ])

/** The very same request a second time. */
export const again = (operations: readonly Operation[], looks: Looks): Walk[] =>
  operations
    .filter((operation) => !isRead(operation))
    .map((operation) => {
      let first: RequestStep | undefined
      const drawn = (step: RequestStep) => {
        first = step
      }
      const second: CallGoal = {
        ...call(operation),
        parameters: () => first?.parameters,
        ...(operation.body && { body: () => first?.body }),
        query: () => first?.query ?? {},
        // A value given once need not be accepted a second time.
        intent: 'exotic',
      }
      return [{ ...call(operation), drawn }, ...looks(operation), second, ...looks(operation)]
    })

/** Once more with something else in one field: what was there before must not stay. */
export const rewritten = (operations: readonly Operation[], looks: Looks): Walk[] =>
  operations
    .filter((operation) => !isRead(operation) && operation.does !== 'create')
    .flatMap((operation) =>
      placesOf(operation.body?.schema)
        .filter(isFreeText)
        .map(({ path }): Walk => {
          let first: RequestStep | undefined
          const drawn = (step: RequestStep) => {
            first = step
          }
          const second: CallGoal = {
            ...call(operation),
            parameters: () => first?.parameters,
            body: () => withOtherText(first?.body, path),
            // The vocabulary has one value that is surely accepted, and this is another.
            intent: 'exotic',
          }
          return [{ ...call(operation), drawn }, second, ...looks(operation)]
        }),
    )

const isFreeText = ({ schema }: BodyPlace): boolean =>
  schema.type === 'string' &&
  !schema.enum &&
  schema.format === undefined &&
  schema['x-understudy']?.reference === undefined

/** The same body with another last character in one text; undefined where there is none. */
function withOtherText(body: unknown, path: readonly string[]): unknown {
  const text = valueAt(body, path)
  if (typeof text !== 'string' || text === '') return undefined
  return withValueAt(body, path, text.slice(0, -1) + (text.endsWith('7') ? '8' : '7'))
}

/** With everything that may be said, and with nothing but what must be. */
export const fullAndBare = (operations: readonly Operation[], looks: Looks): Walk[] =>
  operations
    .filter(({ body }) => Object.keys(body?.schema.properties ?? {}).length > (body?.schema.required?.length ?? 0))
    .flatMap((operation) => [
      [said(operation, true), ...looks(operation)],
      [said(operation, false), ...looks(operation)],
    ])

/** With nothing but what must be said. */
export const bare = (operation: Operation): CallGoal => said(operation, false)

function said(operation: Operation, everything: boolean): CallGoal {
  const body = (drawing: Drawing) => {
    const drawn = plainBody(decided(drawing, everything), operation)
    return drawn === IMPOSSIBLE ? undefined : drawn
  }
  // A change that says nothing may be refused.
  const isEmpty = !everything && operation.does !== 'create'
  return { ...call(operation), body, ...(isEmpty && { intent: 'exotic' as const }) }
}

/** Every field that may be left out is there, or is not. */
export const decided = (drawing: Drawing, chance: boolean): Drawing => ({
  ...drawing,
  sampler: { ...drawing.sampler, chance: () => chance },
})
