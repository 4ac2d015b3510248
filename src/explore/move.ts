import type { EventName } from '../model/request/operation-types.ts'
import type { ModelRequest } from '../model/request/request.ts'

/** One step from a world to the next. */
export type Move =
  | { readonly kind: 'request'; readonly actor: string; readonly request: ModelRequest }
  | { readonly kind: 'event'; readonly name: EventName; readonly body: unknown }
  | { readonly kind: 'clock'; readonly byMs: number }

/** The name by which state machines speak of it. */
export function nameOf(move: Move): string {
  if (move.kind === 'request') return move.request.operation.id
  return move.kind === 'event' ? `event/${move.name}` : 'timer'
}

/** A move in a line, for whoever reads a path to a breach. */
export function wordsOf(move: Move): string {
  if (move.kind === 'clock') return `${move.byMs / 1000} s pass`
  if (move.kind === 'event') return `outside: ${move.name} ${JSON.stringify(move.body)}`
  const { operation, parameters, body } = move.request
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => parameters[name] ?? name)
  return `${move.actor}: ${operation.method} ${path}${body === undefined ? '' : ` ${JSON.stringify(body)}`}`
}
