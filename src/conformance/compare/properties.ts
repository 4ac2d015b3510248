import type { Schema } from '../../contract/openapi.ts'

type Properties = readonly (readonly [string, Schema])[]

const known = new WeakMap<Schema, Properties>()

/** The fields that a schema lists, each with its own. Every answer is gone through along them. */
export function propertiesOf(schema: Schema): Properties {
  const found = known.get(schema)
  if (found) return found
  const properties = Object.entries(schema.properties ?? {})
  known.set(schema, properties)
  return properties
}
