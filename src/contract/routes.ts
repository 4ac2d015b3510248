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
  return {
    operation: (method, pathname) => plain.get(method)?.get(pathname) ?? findRoute(router, method, pathname)?.data,
    match(method, pathname) {
      const hit = findRoute(router, method, pathname)
      if (hit) return decoded(hit.data, hit.params ?? {})
      const others = [...methods].filter((other) => findRoute(router, other, pathname))
      return others.length > 0 ? { found: 'path', methods: others } : { found: 'nothing' }
    },
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
