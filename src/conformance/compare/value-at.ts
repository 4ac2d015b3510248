import { isObject } from '../../contract/json.ts'

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
