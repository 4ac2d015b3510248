import { isObject } from '../../../contract/json.ts'
import type { Schema } from '../../../contract/openapi.ts'

/** A body without optional fields that are null; the same object if there are none. */
export function withoutNulls(schema: Schema | undefined, value: unknown): unknown {
  if (Array.isArray(value)) return schema?.items ? withoutNullsInItems(schema.items, value) : value
  if (!isObject(value) || !schema?.properties || !holdsNull(value)) return value
  const kept = Object.entries(value)
    .filter(([name, field]) => field !== null || !meansNothingStated(schema, name))
    .map(([name, field]) => [name, withoutNulls(schema.properties?.[name], field)] as const)
  const same = kept.length === Object.keys(value).length && kept.every(([name, field]) => field === value[name])
  return same ? value : Object.fromEntries(kept)
}

function holdsNull(value: unknown): boolean {
  if (typeof value !== 'object') return false
  if (value === null) return true
  for (const field of Object.values(value)) if (holdsNull(field)) return true
  return false
}

function withoutNullsInItems(schema: Schema, items: readonly unknown[]): readonly unknown[] {
  const kept = items.map((item) => withoutNulls(schema, item))
  return kept.some((item, index) => item !== items[index]) ? kept : items
}

/** Optional, and of a type that null is not of: only there is it open what null means. */
function meansNothingStated({ properties = {}, required = [] }: Schema, name: string): boolean {
  const type = Object.hasOwn(properties, name) ? properties[name]?.type : undefined
  return type !== undefined && !required.includes(name) && !(Array.isArray(type) && type.includes('null'))
}
