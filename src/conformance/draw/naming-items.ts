import { isObject } from '../../contract/json.ts'
import type { Schema } from '../../contract/openapi.ts'
import { annotatedFields } from '../../contract/schema/fields.ts'
import { valueAt, withValueAt } from '../compare/value-at.ts'
import { placesOf } from './body-places.ts'

/** The list with one more item at its end, the only one that names a thing; undefined where it has no item to copy. */
export type WithNaming = (list: unknown, id: string) => readonly unknown[] | undefined

/**
 * The ways in which an item of a list can name a thing of an entity. Where a word beside the id says what kind of thing it
 * is, there is one way for each word: the model knows which of them fits.
 */
export function waysToName(items: Schema, entity: string): WithNaming[] {
  const paths = annotatedFields(items).filter(
    ({ path, annotation }) => [annotation.reference].flat().includes(entity) && !path.includes('?'),
  )
  return paths.flatMap(({ path }) => {
    const isList = path.at(-1) === '*'
    const at = isList ? path.slice(0, -1) : path
    if (at.includes('*')) return []
    return kindsBeside(items, at).map(
      (kind): WithNaming =>
        (list, id) => {
          const copied = Array.isArray(list) ? list.findLast(isObject) : undefined
          if (!Array.isArray(list) || !copied) return undefined
          const named = withValueAt(copied, at, isList ? [...[valueAt(copied, at) ?? []].flat(), id] : id)
          return [...list.filter((item) => !names(item, id)), kind(named)]
        },
    )
  })
}

const names = (item: unknown, id: string): boolean => JSON.stringify(item).includes(JSON.stringify(id))

const asItIs = (item: unknown): unknown => item

/** Sets the kind field next to an id to each of its values; returns the item unchanged if there is none. */
function kindsBeside(items: Schema, path: readonly string[]): ((item: unknown) => unknown)[] {
  const parent = path.slice(0, -1).join('.')
  const words = placesOf(items).filter(
    (place) => place.required && place.schema.enum && place.path.slice(0, -1).join('.') === parent,
  )
  const [word] = words
  if (!word || path.length < 2) return [asItIs]
  return (word.schema.enum ?? []).map((value) => (item) => withValueAt(item, word.path, value))
}
