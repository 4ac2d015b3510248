import { isObject } from './json.ts'

/**
 * The same document with every local `$ref` replaced by what it points to. Referenced parts are
 * shared, not copied. The description has no recursive schema; a cycle is an error.
 */
export function dereference<T>(document: T): T {
  const resolved = new Map<string, unknown>()
  const pending = new Set<string>()

  function lookUp(pointer: string): unknown {
    if (resolved.has(pointer)) return resolved.get(pointer)
    if (pending.has(pointer)) throw new Error(`${pointer} refers to itself`)
    pending.add(pointer)
    const value = walk(resolvePointer(document, pointer))
    pending.delete(pointer)
    resolved.set(pointer, value)
    return value
  }

  function walk(node: unknown): unknown {
    if (Array.isArray(node)) return node.map(walk)
    if (!isObject(node)) return node
    if (typeof node.$ref === 'string') return lookUp(node.$ref)
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, walk(value)]))
  }

  return walk(document) as T
}

export function resolvePointer(document: unknown, pointer: string): unknown {
  if (!pointer.startsWith('#/')) throw new Error(`${pointer} is not a local reference`)
  let node: unknown = document
  for (const part of pointer.slice(2).split('/')) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    const next = Array.isArray(node) ? node[Number(key)] : isObject(node) ? node[key] : undefined
    if (next === undefined) throw new Error(`${pointer} points nowhere`)
    node = next
  }
  return node
}
