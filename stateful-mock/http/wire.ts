import type { Looked } from '../../src/model/world/open-transaction.ts'
import type { InjectedFault } from './injected-fault.ts'

/** A request as it came in, before anything of it is understood. */
export interface WireRequest {
  readonly method: string
  /** As in the request line: path and query, still encoded. */
  readonly target: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | 'too large'
}

/** An answer ready to be sent, and why it is what it is. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Undefined for none at all. */
  readonly body: string | undefined
  readonly why: Why
  /** The parts of the world it depends on and nothing else does; undefined when it cannot be given again. */
  readonly looked?: Looked
  /** Its headers as they are sent, for one that is given again. */
  readonly rawHeaders?: readonly string[]
  /** There is none yet: a fault holds the request up, and it is decided only then, by what holds at that time. */
  readonly heldUpBy?: InjectedFault
  /** The fault to inject while it is being sent. */
  readonly transportFault?: TransportFault
  /** Instead of a body: texts as they come, until they end or the reader is gone. */
  readonly stream?: (gone: AbortSignal) => AsyncIterable<string>
}

export interface TransportFault {
  /** The connection is closed without an answer. */
  readonly drop: boolean
  /** The connection is closed after so much of the body. */
  readonly truncateAfterBytes?: number
}

export interface Why {
  /** The operation that was meant, if any was found. */
  readonly operation?: string
  /** The rules that decided, the decisive one first. */
  readonly rules: readonly string[]
  /** The open points that had a say. */
  readonly gaps: readonly string[]
  /** Its number among the inputs that changed the world, if it did. */
  readonly entry?: number
  /** The fault that was injected. */
  readonly fault?: string
}

export const NO_REASON: Why = { rules: [], gaps: [] }

export function jsonAnswer(
  status: number,
  value: unknown,
  why: Why = NO_REASON,
  headers: Answer['headers'] = {},
): Answer {
  return {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(value),
    why,
  }
}

/** The same answer, not to be given again without being made again. */
export function uncached({ status, headers, body, why }: Answer): Answer {
  return { status, headers, body, why }
}

export function emptyAnswer(status: number, why: Why = NO_REASON, headers: Answer['headers'] = {}): Answer {
  return { status, headers, body: undefined, why }
}
