import type { EventName } from '../model/request/operation-types.ts'
import type { ModelRequest } from '../model/request/request.ts'

/** One step from a world to the next. */
export type Move =
  | { readonly kind: 'request'; readonly actor: string; readonly request: ModelRequest }
  | { readonly kind: 'event'; readonly name: EventName; readonly body: unknown }
  | { readonly kind: 'clock'; readonly byMs: number }

/** The operation or the event of a move. */
export function idOf(move: Move): string {
  if (move.kind === 'request') return move.request.operation.id
  return move.kind === 'event' ? move.name : 'timer'
}

/** The name by which state machines speak of it. */
export const nameOf = (move: Move): string => (move.kind === 'event' ? `event/${move.name}` : idOf(move))

/** A move in a line, for whoever reads a path to a breach. */
export function wordsOf(move: Move): string {
  if (move.kind === 'clock') return `${move.byMs / 1000} s pass`
  if (move.kind === 'event') return `outside: ${move.name} ${JSON.stringify(move.body)}`
  const { operation, parameters, query, body } = move.request
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => parameters[name] ?? name)
  const search = Object.keys(query).length === 0 ? '' : `?${new URLSearchParams(query)}`
  return `${move.actor}: ${operation.method} ${path}${search}${body === undefined ? '' : ` ${JSON.stringify(body)}`}`
}
