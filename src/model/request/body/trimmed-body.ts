import { isObject } from '../../../contract/json.ts'
import type { Schema } from '../../../contract/openapi.ts'
import { fieldSchema } from './body-values.ts'

/** A body with trimmed strings; the same object if nothing changed. */
export function trimmedBody(schema: Schema | undefined, value: unknown): unknown {
  if (typeof value === 'string') return value.trim()
  if (!schema) return value
  if (Array.isArray(value)) return schema.items ? trimmedItems(schema.items, value) : value
  return isObject(value) && (schema.properties || schema.additionalProperties) ? trimmedFields(schema, value) : value
}

function trimmedItems(schema: Schema, items: readonly unknown[]): readonly unknown[] {
  const trimmed = items.map((item) => trimmedBody(schema, item))
  return trimmed.some((item, index) => item !== items[index]) ? trimmed : items
}

function trimmedFields(schema: Schema, fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  let changed: Record<string, unknown> | undefined
  for (const name of Object.keys(fields)) {
    const field = trimmedBody(fieldSchema(schema, name), fields[name])
    if (field === fields[name]) continue
    changed ??= { ...fields }
    changed[name] = field
  }
  return changed ?? fields
}
