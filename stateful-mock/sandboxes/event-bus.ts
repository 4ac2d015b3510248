import type { Answer, WireRequest } from '../http/wire.ts'
import type { Entry } from '../journal/entry.ts'

/** The kinds of events in a sandbox, each with its details. Outside events of the API are journal entries here. */
export interface SandboxEventDetails {
  /** A request to the API was answered; its number is the one in the request log. */
  readonly request: {
    readonly id: number
    readonly request: WireRequest
    readonly answer: Answer
    /** By the clock of the world. */
    readonly atMs: number
    readonly ms: number
  }
  readonly entry: { readonly number: number; readonly entry: Entry }
  /** Everything after an entry was undone. */
  readonly undone: { readonly last: number }
  /** The world was replaced. */
  readonly reset: object
  readonly made: object
  readonly dropped: { readonly why: 'asked' | 'idle' }
  readonly fault: unknown
  /** Changes cannot be kept any more, or can again; it concerns the whole server. */
  readonly storage: { readonly failure: string | undefined }
}

export type SandboxEventKind = keyof SandboxEventDetails

export type SandboxEvent = {
  [Kind in SandboxEventKind]: {
    readonly kind: Kind
    readonly sandbox: string
    readonly detail: SandboxEventDetails[Kind]
  }
}[SandboxEventKind]

type Listener = (event: SandboxEvent) => void

/** Publishes the events of one sandbox. */
export interface EventPublisher {
  /** The details are made only when somebody listens. */
  publish<Kind extends SandboxEventKind>(kind: Kind, detail: () => SandboxEventDetails[Kind]): void
}

/** Passes the events of all sandboxes on to its listeners. Costs nothing while there are none. */
export class EventBus {
  readonly #listeners = new Set<Listener>()

  publisherFor(sandbox: string): EventPublisher {
    return {
      publish: (kind, detail) => {
        if (this.#listeners.size === 0) return
        const event = { kind, sandbox, detail: detail() } as SandboxEvent
        for (const listener of this.#listeners) listener(event)
      },
    }
  }

  /** Returns the function that ends the subscription. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
}
