import { resolvePointer } from '../dereference.ts'
import { isObject } from '../json.ts'
import type { OpenApi } from '../openapi.ts'
import type { Check } from './subject.ts'

/** People see these when they point at a name in an editor, so none is left out. */
export const propertiesDescribed: Check = ({ source }) =>
  [source.api, source.sideDoors, source.control].flatMap((document) => [...undescribed(document, document, [])])

/** The properties without a description of their own or of what they refer to, wherever a schema stands. */
function* undescribed(document: OpenApi, node: unknown, path: readonly string[]): Generator<string> {
  if (Array.isArray(node))
    for (const [index, item] of node.entries()) yield* undescribed(document, item, [...path, `${index}`])
  if (!isObject(node)) return
  for (const [key, value] of Object.entries(node)) {
    if (NO_SCHEMAS.has(key)) continue
    if (key !== 'properties' || !isObject(value)) yield* undescribed(document, value, [...path, key])
    else
      for (const [name, property] of Object.entries(value)) {
        if (!isDescribed(document, property)) yield `${[...path, name].join('/')} has no description`
        yield* undescribed(document, property, [...path, name])
      }
  }
}

function isDescribed(document: OpenApi, schema: unknown): boolean {
  if (!isObject(schema)) return false
  if (typeof schema.description === 'string') return true
  return typeof schema.$ref === 'string' && isDescribed(document, resolvePointer(document, schema.$ref))
}

const NO_SCHEMAS: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum', 'const', 'x-understudy'])
