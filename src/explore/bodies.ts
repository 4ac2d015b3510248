import { isObject, type Json } from '../contract/json.ts'
import type { Schema } from '../contract/openapi.ts'
import { itemsOf, propertyOf } from '../contract/schema/parts.ts'

/** The id for a reference to one of these entities; undefined: the example's own stays. */
export type Pick = (entities: readonly string[]) => string | undefined

/** Fields that identify things: the second of a kind needs another value. */
const NAMES = new Set(['name', 'slug', 'title', 'label', 'username', 'issuer', 'url', 'pattern', 'alert'])

/** An example with its references put to things of this world, and another name for a second thing. */
export function filledExample(
  schema: Schema | undefined,
  example: Json | undefined,
  pick: Pick,
  second: boolean,
): unknown {
  return example === undefined ? undefined : filled(schema, example, pick, second)
}

/** The whole example, what of it is required, and of a change each field by itself. */
export function partsOf(
  schema: Schema | undefined,
  example: Json | undefined,
  isChange: boolean,
): (Json | undefined)[] {
  if (!isObject(example)) return [example]
  const only = (wanted: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(example).filter(([name]) => wanted(name))) as Json
  const needed = only((name) => schema?.required?.includes(name) ?? false)
  return [example, needed, ...(isChange ? Object.keys(example).map((name) => only((one) => one === name)) : [])]
}

function filled(schema: Schema | undefined, value: Json, pick: Pick, second: boolean): unknown {
  const reference = schema?.['x-understudy']?.reference
  if (typeof value === 'string') return reference ? (pick([reference].flat()) ?? value) : value
  // A list that would name the only thing several times names it once.
  if (Array.isArray(value)) return [...new Set(value.map((one) => filled(itemsOf(schema), one, pick, second)))]
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      const given = filled(propertyOf(schema, name), one as Json, pick, second)
      return [name, second && given === one && typeof one === 'string' && NAMES.has(name) ? another(one) : given]
    }),
  )
}

/** The same text with a 2 in it, where an address or a slug keeps its form. */
const another = (text: string): string => text.replace(/^(https?:\/\/)?([\w-]+)/, '$1$2-2')
