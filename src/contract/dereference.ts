import { isObject } from './json.ts'

type Entries = { readonly [key: string]: unknown }

/**
 * The same document with every local `$ref` replaced by what it points to. Referenced parts are shared, not copied,
 * and so is all that refers to nothing: every start goes through the whole description. The description has no
 * recursive schema; a cycle is an error.
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
    if (typeof node !== 'object' || node === null) return node
    if (Array.isArray(node)) return walkItems(node)
    const { $ref } = node as { $ref?: unknown }
    return typeof $ref === 'string' ? lookUp($ref) : walkEntries(node as Entries)
  }

  function walkItems(items: readonly unknown[]): readonly unknown[] {
    const made = items.map(walk)
    return made.some((item, at) => item !== items[at]) ? made : items
  }

  function walkEntries(node: Entries): Entries {
    let made: Record<string, unknown> | undefined
    for (const key in node) {
      const value = walk(node[key])
      if (value === node[key]) continue
      made ??= { ...node }
      made[key] = value
    }
    return made ?? node
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
