import type { Step } from './steps.ts'

export type Area = 'tokens' | 'iam' | 'organization' | 'registry' | 'email' | 'oncall' | 'clusters' | 'uptime'

/** A JSON object, as it comes. */
export type Fields = Readonly<Record<string, unknown>>

/** A request as it reaches the proxy. */
export interface Ask {
  readonly method: string
  /** Below /api/v1, without the query. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
  /** The parameters of the pattern. */
  readonly at: Readonly<Record<string, string>>
}

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

/** What a proxy knows of one world. Cleared when the world is reset. */
export interface Memory {
  /** Authorization headers of callers that were let in. */
  readonly callers: Set<string>
  /** The memory of a fault. */
  readonly notes: Map<string, unknown>
}

/** One request on its way through a faulty proxy. */
export interface Visit {
  readonly ask: Ask
  readonly memory: Memory
  /** Hands the request on, with another body or query if given. */
  pass(instead?: { readonly body?: Fields; readonly query?: URLSearchParams }): Promise<Reply>
  /** A request of the proxy's own, as the same caller unless another Authorization header is given. */
  upstream(method: string, path: string, body?: Fields, authorization?: string): Promise<Reply>
}

export type Deed = (visit: Visit) => Reply | Promise<Reply>

/** One way to break one stated sentence of the contract. */
export interface Fault {
  readonly name: string
  readonly area: Area
  readonly does: string
  /** The source of the broken statement in the contract. */
  readonly breaks: string
  readonly checklist: readonly string[]
  /** The shortest way to see it: its last step is the first whose answer is not the right one. */
  readonly show: readonly Step[]
  /** Steps before the last, counted from 1, whose answer is another one too, which by itself is not a mistake. */
  readonly unlike?: readonly number[]
  /** The actions by operation: method and path below /api/v1. */
  readonly deeds: Readonly<Record<string, Deed>>
}
