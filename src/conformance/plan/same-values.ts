import type { Schema } from '../../contract/openapi.ts'
import type { Operation } from '../../contract/operations.ts'
import type { Drawing } from '../kit/drawing.ts'
import type { CallGoal, Walk } from '../script/goal.ts'
import { call, type Looks } from './looks.ts'
import { fullBody } from './several-fields.ts'

/** Texts of one form have the same value, and then one of them gets another: the others keep theirs. */
export const sameValues = (operations: readonly Operation[], looks: Looks): Walk[] =>
  operations
    .filter(({ does, body }) => does === 'update' && (body?.schema.required ?? []).length === 0)
    .flatMap((change) =>
      alikeIn(change).flatMap((names) =>
        names.map((name): Walk => {
          const alike: CallGoal = {
            ...call(change),
            intent: 'exotic',
            body: (drawing) => allAlike(drawing, change, names),
          }
          const one: CallGoal = { ...call(change), body: (drawing) => only(drawing, change, name) }
          return [alike, one, ...looks(change)]
        }),
      ),
    )

/** Groups of two or more fields that hold the same kind of text. */
function alikeIn({ body }: Operation): string[][] {
  const texts = Object.entries(body?.schema.properties ?? {}).filter(([, schema]) => isText(schema))
  return [...Map.groupBy(texts, ([, schema]) => formOf(schema)).values()]
    .filter(({ length }) => length > 1)
    .map((group) => group.map(([name]) => name))
}

const isText = ({ type, enum: values, 'x-understudy': annotation }: Schema): boolean =>
  type === 'string' && values === undefined && annotation?.reference === undefined

const formOf = ({ format, pattern, minLength, maxLength }: Schema): string =>
  JSON.stringify([format, pattern, minLength, maxLength])

function allAlike(drawing: Drawing, change: Operation, names: readonly string[]): unknown {
  const value = fullBody(drawing, change)?.[names[0] ?? '']
  return value === undefined ? undefined : Object.fromEntries(names.map((name) => [name, value]))
}

function only(drawing: Drawing, change: Operation, name: string): unknown {
  const value = fullBody(drawing, change)?.[name]
  return value === undefined ? undefined : { [name]: value }
}
