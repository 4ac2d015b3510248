import { isObject } from '../json.ts'
import type { Schema } from '../openapi.ts'

/** The schema of the items of a list. */
export const itemsOf = (schema: Schema | undefined): Schema | undefined =>
  isObject(schema?.items) ? schema.items : undefined

/** The schema of a field, also where it stands in one of the parts that a schema is put together from. */
export function propertyOf(schema: Schema | undefined, name: string): Schema | undefined {
  const own = schema?.properties?.[name]
  if (own) return own
  const parts = [...(schema?.allOf ?? []), ...(schema?.oneOf ?? []), ...(schema?.anyOf ?? [])]
  return parts.map((part) => propertyOf(part, name)).find((found) => found !== undefined)
}
