import { memo } from '../../../contract/memo.ts'
import { type Operation, successSchema } from '../../../contract/operations.ts'
import { annotatedFields } from '../../../contract/schema/fields.ts'

/** Fields of a body whose values must be unique among things of a kind, with the kind; the answer may say so, too. */
export const keyFields = memo((operation: Operation): ReadonlyMap<string, string> => {
  const said = [...annotatedFields(successSchema(operation)), ...annotatedFields(operation.body?.schema)]
  const properties = operation.body?.schema.properties ?? {}
  return new Map(
    said.flatMap(({ path: [name = '', ...below], annotation: { key, within } }) =>
      key !== undefined && within === undefined && below.length === 0 && name in properties ? [[name, key]] : [],
    ),
  )
})

/** Fields of a new thing whose values a target chooses when nobody says them. */
export const chosenFields = memo(
  (operation: Operation): ReadonlySet<string> =>
    new Set(
      annotatedFields(operation.body?.schema).flatMap(({ path, annotation }) =>
        annotation.open === undefined ? [] : [path.join('.')],
      ),
    ),
)
