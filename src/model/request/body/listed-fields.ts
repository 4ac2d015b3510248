import { isObject } from '../../../contract/json.ts'
import type { Schema } from '../../../contract/openapi.ts'
import { fieldSchema } from './body-values.ts'

/** A body with only the listed fields, at every depth; the same object if it has no others. */
export function listedFields(schema: Schema, value: unknown): unknown {
  if (Array.isArray(value)) return schema.items ? listedInItems(schema.items, value) : value
  return isObject(value) ? listedInObject(schema, value) : value
}

function listedInItems(schema: Schema, items: readonly unknown[]): readonly unknown[] {
  const listed = items.map((item) => listedFields(schema, item))
  return listed.some((item, index) => item !== items[index]) ? listed : items
}

function listedInObject(schema: Schema, fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  let changed: Record<string, unknown> | undefined
  for (const name of Object.keys(fields)) {
    const known = fieldSchema(schema, name)
    const field = known && listedFields(known, fields[name])
    if (known && field === fields[name]) continue
    changed ??= { ...fields }
    if (known) changed[name] = field
    else delete changed[name]
  }
  return changed ?? fields
}
