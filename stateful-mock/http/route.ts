import type { Contract } from '../../src/contract/contract.ts'
import { memo } from '../../src/contract/memo.ts'
import type { Operation } from '../../src/contract/operations.ts'
import { makeRoutes, type RouteMatch, type Routes } from '../../src/contract/routes.ts'
import type { GapReader } from '../gaps/gap-reader.ts'
import { decodePart } from './request-target.ts'

export type Routed =
  | {
      readonly found: 'operation'
      readonly operation: Operation
      readonly parameters: Readonly<Record<string, string>>
    }
  /** Somebody asks what is possible on a path. */
  | { readonly found: 'options'; readonly methods: readonly string[] }
  | { readonly found: 'wrong method'; readonly methods: readonly string[] }
  | { readonly found: 'elsewhere'; readonly path: string }
  | { readonly found: 'nothing' }

/** Finds the operation for a method and a path, under the gaps about paths and methods. */
export function route(contract: Contract, method: string, path: string, gaps: GapReader): Routed {
  if (path.length > 1 && path.endsWith('/')) {
    const slash = gaps.read('general.trailing-slash')
    const without = path.slice(0, -1)
    if (slash === 'unknown') return { found: 'nothing' }
    if (slash === 'same') return route(contract, method, without, gaps)
    const target = route(contract, method, without, gaps)
    return target.found === 'nothing' ? target : { found: 'elsewhere', path: without }
  }
  const meant = method === 'HEAD' && gaps.read('general.head') === 'answer' ? 'GET' : method
  const operation = contract.routes.operation(meant, path)
  if (operation) return withParameters(operation, path, gaps)
  const match = matchPath(contract, meant, path, gaps)
  if (match.found === 'operation') return withParameters(match.operation, path, gaps)
  if (match.found === 'nothing') return match
  const methods = allowed(match.methods, gaps)
  return method === 'OPTIONS' && gaps.read('general.options') === 'answer'
    ? { found: 'options', methods }
    : { found: 'wrong method', methods }
}

function matchPath(contract: Contract, method: string, path: string, gaps: GapReader): RouteMatch {
  const exact = contract.routes.match(method, path)
  if (exact.found !== 'nothing' || path === path.toLowerCase()) return exact
  if (gaps.read('general.path-case') === 'exact') return exact
  return caselessRoutes(contract).match(method, lowered(path))
}

/** Parameters by their place in the path, since matching may have changed their case. */
function withParameters(operation: Operation, path: string, gaps: GapReader): Routed {
  const places = placesOf(operation)
  if (places.length === 0) return { found: 'operation', operation, parameters: NO_PARAMETERS }
  const values = path.split('/')
  const literal = path.includes('%') && gaps.read('general.percent-encoding') === 'literal'
  const parameters: Record<string, string> = {}
  for (const { index, name } of places) {
    const raw = values[index] ?? ''
    const value = literal ? raw : decodePart(raw)
    if (value === undefined) return { found: 'nothing' }
    parameters[name] = value
  }
  return { found: 'operation', operation, parameters }
}

const NO_PARAMETERS = {}

interface Place {
  readonly index: number
  readonly name: string
}

/** The positions of an operation's parameters in its path. */
const placesOf = memo((operation: Operation): readonly Place[] =>
  operation.path
    .split('/')
    .flatMap((part, index) => (part.startsWith('{') ? [{ index, name: part.slice(1, -1) }] : [])),
)

function allowed(methods: readonly string[], gaps: GapReader): string[] {
  const head = methods.includes('GET') && gaps.read('general.head') === 'answer' ? ['HEAD'] : []
  const options = gaps.read('general.options') === 'answer' ? ['OPTIONS'] : []
  return [...methods, ...head, ...options]
}

const caselessRoutes = memo((contract: Contract): Routes => {
  const all = [...contract.operations.values(), ...contract.doors.values()]
  const routes = makeRoutes(all.map((operation) => ({ ...operation, path: lowered(operation.path) })))
  return {
    operation: routes.operation,
    match(method, path) {
      const match = routes.match(method, path)
      return match.found === 'operation' ? { ...match, operation: contract.operation(match.operation.id) } : match
    },
  }
})

const lowered = (path: string): string =>
  path
    .split('/')
    .map((part) => (part.startsWith('{') ? part : part.toLowerCase()))
    .join('/')
