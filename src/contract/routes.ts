import { addRoute, createRouter, findRoute } from 'rou3'
import type { Operation } from './operations.ts'

export type RouteMatch =
  | {
      readonly found: 'operation'
      readonly operation: Operation
      readonly parameters: Readonly<Record<string, string>>
    }
  /** The path is known, with other methods. */
  | { readonly found: 'path'; readonly methods: readonly string[] }
  | { readonly found: 'nothing' }

export interface Routes {
  match(method: string, pathname: string): RouteMatch
  /** Only the operation, without its parameters. */
  operation(method: string, pathname: string): Operation | undefined
}

/** Finds the operation for a method and a raw (still percent-encoded) path. */
export function makeRoutes(operations: Iterable<Operation>): Routes {
  const router = createRouter<Operation>()
  const methods = new Set<string>()
  /** Paths without parameters, by method. */
  const plain = new Map<string, Map<string, Operation>>()
  for (const operation of operations) {
    methods.add(operation.method)
    if (!operation.path.includes('{'))
      plain.set(operation.method, (plain.get(operation.method) ?? new Map()).set(operation.path, operation))
    addRoute(router, operation.method, operation.path.replace(/\{(\w+)\}/g, ':$1'), operation)
  }
  const others = recently((method, pathname) => findRoute(router, method, pathname)?.data)
  return {
    operation: (method, pathname) => plain.get(method)?.get(pathname) ?? others(method, pathname),
    match(method, pathname) {
      const hit = findRoute(router, method, pathname)
      if (hit) return decoded(hit.data, hit.params ?? {})
      const allowed = [...methods].filter((other) => findRoute(router, other, pathname))
      return allowed.length > 0 ? { found: 'path', methods: allowed } : { found: 'nothing' }
    },
  }
}

type FindOperation = (method: string, pathname: string) => Operation | undefined

/** Number of paths of a method that are remembered. */
const MOST_RECENT = 200

/** The same, and what was found of late is found at once: callers come back to the same things. */
function recently(find: FindOperation): FindOperation {
  const byMethod = new Map<string, Map<string, Operation>>()
  return (method, pathname) => {
    const known = byMethod.get(method)
    const recent = known?.get(pathname)
    if (recent) return recent
    const found = find(method, pathname)
    if (found && known && known.size < MOST_RECENT) known.set(pathname, found)
    else if (found) byMethod.set(method, new Map([[pathname, found]]))
    return found
  }
}

/** A path whose percent-encoding is broken names nothing. */
function decoded(operation: Operation, raw: Readonly<Record<string, string>>): RouteMatch {
  try {
    const parameters = Object.fromEntries(Object.entries(raw).map(([name, value]) => [name, decodeURIComponent(value)]))
    return { found: 'operation', operation, parameters }
  } catch {
    return { found: 'nothing' }
  }
}

/** The path of an operation with its parameters filled in and encoded. */
export function buildPath(operation: Operation, parameters: Readonly<Record<string, string | number>>): string {
  return operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name]
    if (value === undefined) throw new Error(`${operation.id} needs the path parameter ${name}`)
    // No address can have half a character, though a target may call something so.
    return encodeURIComponent(String(value).toWellFormed())
  })
}
