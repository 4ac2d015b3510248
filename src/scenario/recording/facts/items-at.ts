import { isObject } from '../../../contract/json.ts'

/** A value at an annotated place, with its path and the object that contains it. */
export interface Item {
  readonly value: unknown
  readonly path: readonly string[]
  readonly beside: Readonly<Record<string, unknown>>
}

/** Every value at a place; `*` is every item of a list, `?` every value of a map. */
export function itemsAt(whole: unknown, place: readonly string[]): Item[] {
  const walk = (value: unknown, rest: readonly string[], path: readonly string[], beside: Item['beside']): Item[] => {
    const [part, ...below] = rest
    if (part === undefined) return value === undefined ? [] : [{ value, path, beside }]
    if (part === '*' || part === '?') {
      if (typeof value !== 'object' || value === null) return []
      return Object.entries(value).flatMap(([key, item]) => walk(item, below, [...path, key], beside))
    }
    return isObject(value) ? walk(value[part], below, [...path, part], value) : []
  }
  return walk(whole, place, [], isObject(whole) ? whole : {})
}
