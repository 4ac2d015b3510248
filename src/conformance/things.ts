import { isObject } from '../contract/json.ts'
import type { Schema } from '../contract/openapi.ts'
import { identifierOf } from './compare-entities.ts'

/** Something in an answer that has an identifier, with where it stands. */
export interface Thing {
  readonly entity: string
  readonly id: string
  readonly object: Readonly<Record<string, unknown>>
  readonly pointer: string
  readonly field: string
}

/** Every identified thing in a body, as its schema says. */
export function thingsIn(schema: Schema | undefined, body: unknown, pointer = ''): Thing[] {
  if (!schema) return []
  if (Array.isArray(body)) return body.flatMap((item, index) => thingsIn(schema.items, item, `${pointer}/${index}`))
  if (!isObject(body)) return []
  const identifier = identifierOf(schema)
  const value = identifier && body[identifier.field]
  const own =
    identifier && (typeof value === 'string' || typeof value === 'number')
      ? [{ entity: identifier.entity, id: String(value), object: body, pointer, field: identifier.field }]
      : []
  const below = Object.entries(schema.properties ?? {}).flatMap(([name, child]) =>
    thingsIn(child, body[name], `${pointer}/${name}`),
  )
  return [...own, ...below]
}
