import { isObject } from '../../contract/json.ts'
import type { Schema } from '../../contract/openapi.ts'

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

const itemsOf = (schema: Schema | undefined): Schema | undefined => (isObject(schema?.items) ? schema.items : undefined)

function propertyOf(schema: Schema | undefined, name: string): Schema | undefined {
  const own = schema?.properties?.[name]
  if (own) return own
  const parts = [...(schema?.allOf ?? []), ...(schema?.oneOf ?? []), ...(schema?.anyOf ?? [])]
  return parts.map((part) => propertyOf(part, name)).find((found) => found !== undefined)
}
