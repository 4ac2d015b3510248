import { isObject } from '../json.ts'
import type { Schema } from '../openapi.ts'

/** The schema of the items of a list. */
export const itemsOf = (schema: Schema | undefined): Schema | undefined =>
  isObject(schema?.items) ? schema.items : undefined

/** The schema of a field, also in a part of a combined schema. */
export function propertyOf(schema: Schema | undefined, name: string): Schema | undefined {
  const own = schema?.properties?.[name]
  if (own) return own
  const parts = [...(schema?.allOf ?? []), ...(schema?.oneOf ?? []), ...(schema?.anyOf ?? [])]
  return parts.map((part) => propertyOf(part, name)).find((found) => found !== undefined)
}
