import { isObject } from '../../contract/json.ts'
import type { Schema } from '../../contract/openapi.ts'

/** A place in a body: its path and its schema. Places inside lists are not included. */
export interface BodyPlace {
  readonly path: readonly string[]
  readonly schema: Schema
  readonly required: boolean
}

export function placesOf(schema: Schema | undefined, path: readonly string[] = []): BodyPlace[] {
  return Object.entries(schema?.properties ?? {}).flatMap(([name, field]): BodyPlace[] => {
    const here = [...path, name]
    return [
      { path: here, schema: field, required: schema?.required?.includes(name) ?? false },
      ...placesOf(field, here),
    ]
  })
}

/** The value at a place in a body. */
export const valueAt = (body: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((node, name) => (isObject(node) ? node[name] : undefined), body)

/** The same body with something else at a place, or nothing at all. */
export function withValueAt(body: unknown, path: readonly string[], value: unknown): unknown {
  const [name, ...rest] = path
  if (name === undefined) return value
  if (!isObject(body)) return body
  const inside = withValueAt(body[name], rest, value)
  const { [name]: _, ...others } = body
  return inside === undefined ? others : { ...body, [name]: inside }
}
