import type { Operation } from '../../contract/operations.ts'
import { factsOf } from '../areas/of-all-areas.ts'
import { valueAt, withValueAt } from '../compare/value-at.ts'
import { type BodyPlace, placesOf } from '../draw/body-places.ts'
import { decided, IMPOSSIBLE, plainBody } from '../draw/plain-body.ts'
import type { Drawing } from '../kit/drawing.ts'
import type { CallGoal, Walk } from '../script/goal.ts'
import { remembered, wordForWord } from '../script/remembered.ts'
import { call, isRead, type Looks } from './looks.ts'

/** Walks that reach the same rule or effect in other ways than the plainest. */

/** Every operation by a colleague with the rights of the owner, or with none. Personal things are left out. */
export const byColleague = (who: 'manager' | 'lesser', operations: readonly Operation[], looks: Looks): Walk[] =>
  operations
    .filter(({ id }) => !factsOf(id).personal)
    .map((operation) => [
      { kind: 'ready', operation },
      call(operation, who),
      ...(isRead(operation) ? [] : looks(operation)),
    ])

/** Everything that can be read, by somebody in a role that otherwise does nothing here. */
export const byOnlooker = (operations: readonly Operation[]): Walk[] =>
  operations
    .filter((operation) => isRead(operation) && !factsOf(operation.id).personal)
    .map((operation) => [{ kind: 'ready', operation }, call(operation, 'onlooker')])

/** Every request a second time, unchanged. */
export const again = (operations: readonly Operation[], looks: Looks): Walk[] =>
  operations
    .filter((operation) => !isRead(operation))
    .map((operation) => {
      const before = remembered()
      const once = call(operation)
      // A unique value may be refused the second time.
      const second: CallGoal = { ...once, ...wordForWord(before, once), intent: 'exotic' }
      return [{ ...once, drawn: before.drawn }, ...looks(operation), second, ...looks(operation)]
    })

/** Every update again with another value in one field, which must replace the first. */
export const rewritten = (operations: readonly Operation[], looks: Looks): Walk[] =>
  operations
    .filter((operation) => !isRead(operation) && operation.does !== 'create')
    .flatMap((operation) =>
      placesOf(operation.body?.schema)
        .filter(({ schema }) => isFreeText(schema))
        .map(({ path }): Walk => {
          const { first, drawn } = remembered()
          const second: CallGoal = {
            ...call(operation),
            parameters: (drawing) => first(drawing)?.parameters,
            body: (drawing) => withOtherText(first(drawing)?.body, path),
            // The vocabulary has one value that is certain to be accepted, and this is a different one.
            intent: 'exotic',
          }
          return [{ ...call(operation), drawn }, second, ...looks(operation)]
        }),
    )

/** Text that may be anything. */
export const isFreeText = (schema: BodyPlace['schema']): boolean =>
  schema.type === 'string' &&
  !schema.enum &&
  schema.format === undefined &&
  schema['x-understudy']?.reference === undefined

/** The body with another last character in one text; undefined if it has no text. */
function withOtherText(body: unknown, path: readonly string[]): unknown {
  const text = valueAt(body, path)
  if (typeof text !== 'string' || text === '') return undefined
  return withValueAt(body, path, text.slice(0, -1) + (text.endsWith('7') ? '8' : '7'))
}

/** Every request with all optional fields, and with none. */
export const fullAndBare = (operations: readonly Operation[], looks: Looks): Walk[] =>
  operations
    .filter(({ body }) => Object.keys(body?.schema.properties ?? {}).length > (body?.schema.required?.length ?? 0))
    .flatMap((operation) => [
      [said(operation, true), ...looks(operation)],
      [said(operation, false), ...looks(operation)],
    ])

/** Every request with only its required fields. */
export const bare = (operation: Operation): CallGoal => said(operation, false)

/** With everything that may be said. */
export const full = (operation: Operation): CallGoal => said(operation, true)

function said(operation: Operation, everything: boolean): CallGoal {
  const body = (drawing: Drawing) => {
    const drawn = plainBody(decided(drawing, everything), operation)
    return drawn === IMPOSSIBLE ? undefined : drawn
  }
  // An update without any field may be refused.
  const isEmpty = !everything && operation.does !== 'create'
  return { ...call(operation), body, ...(isEmpty && { intent: 'exotic' as const }) }
}
