import type { Schema } from '../contract/openapi.ts'

export interface BodyValue {
  readonly path: readonly string[]
  readonly value: unknown
  /** What is written about it; undefined for a field that is not listed. */
  readonly schema: Schema | undefined
}

const ANYTHING: Schema = {}
let last: { readonly body: unknown; readonly values: readonly BodyValue[] } | undefined

/**
 * The values in a body as far as something is written about them, the outer before the inner. A body is asked about
 * several times, always by the same operation.
 */
export function bodyValues(schema: Schema, body: unknown): readonly BodyValue[] {
  if (typeof body !== 'object' || body === null) return valuesIn(schema, body)
  if (last?.body !== body) last = { body, values: valuesIn(schema, body) }
  return last.values
}

function valuesIn(schema: Schema | undefined, body: unknown): BodyValue[] {
  const values: BodyValue[] = []
  gather(values, schema, body, NO_PATH)
  return values
}

const NO_PATH: readonly string[] = []

function gather(values: BodyValue[], schema: Schema | undefined, value: unknown, path: readonly string[]): void {
  values.push({ path, value, schema })
  if (!schema || schema === ANYTHING || typeof value !== 'object' || value === null) return
  if (Array.isArray(value))
    for (const [index, item] of value.entries())
      gather(values, schema.items ?? ANYTHING, item, [...path, String(index)])
  else
    for (const [name, field] of Object.entries(value)) gather(values, fieldSchema(schema, name), field, [...path, name])
}

/** What is written about a field of an object; undefined when it is not listed. */
export function fieldSchema(schema: Schema, name: string): Schema | undefined {
  const { properties, additionalProperties: others } = schema
  if (properties && Object.hasOwn(properties, name)) return properties[name]
  if (typeof others === 'object') return others
  return others === true || !properties ? ANYTHING : undefined
}
