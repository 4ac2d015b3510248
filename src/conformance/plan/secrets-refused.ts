import type { Operation } from '../../contract/operations.ts'
import { annotatedFields } from '../../contract/schema/fields.ts'
import type { CallGoal, Walk } from '../script/goal.ts'
import type { Item } from '../script/script.ts'
import { call } from './looks.ts'

/** A secret that was sent is not told again by the refusal either (Conventions): each other field is left out, or no text. */
export const secretsRefused = (operations: readonly Operation[]): Walk[] =>
  operations.flatMap((operation) => {
    const { schema } = operation.body ?? {}
    const secrets = annotatedFields(schema).flatMap(({ annotation, path }) =>
      annotation.secret === 'never' ? path.slice(0, 1) : [],
    )
    const others = secrets.length === 0 ? [] : (schema?.required ?? []).filter((name) => !secrets.includes(name))
    return others.map((name): Walk => {
      const plain = call(operation)
      return [
        { ...plain, body: (_, { [name]: _left, ...rest }) => rest, intent: 'broken' },
        ...(schema?.properties?.[name]?.type === 'string'
          ? [
              {
                ...plain,
                body: (_: unknown, all: Item) => ({ ...all, [name]: 5 }),
                intent: 'broken',
              } satisfies CallGoal,
            ]
          : []),
      ]
    })
  })
