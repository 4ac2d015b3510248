import { isObject } from '../../contract/json.ts'
import type { Schema } from '../../contract/openapi.ts'
import { itemsOf, propertyOf } from '../../contract/schema/parts.ts'

export interface Field {
  readonly name: string
  readonly value: unknown
  readonly schema: Schema | undefined
}

/** Every field of a body at any depth, with what the description says of it. */
export function* fieldsIn(schema: Schema | undefined, body: unknown): Generator<Field> {
  if (Array.isArray(body)) for (const one of body) yield* fieldsIn(itemsOf(schema), one)
  else if (isObject(body))
    for (const [name, value] of Object.entries(body)) {
      const own = propertyOf(schema, name)
      yield { name, value, schema: own }
      yield* fieldsIn(own, value)
    }
}
