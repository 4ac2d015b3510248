import type { Answer, WireRequest } from '../http/wire.ts'
import type { Entry } from '../journal/entry.ts'

/** What can happen in a sandbox, and what is told about it. */
export interface HappeningKinds {
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
  /** Everything after an entry was taken back. */
  readonly undone: { readonly last: number }
  /** The world began anew. */
  readonly reset: object
  readonly made: object
  readonly dropped: { readonly why: 'asked' | 'idle' }
  readonly fault: unknown
}

export type HappeningKind = keyof HappeningKinds

export type Happening = {
  [Kind in HappeningKind]: { readonly kind: Kind; readonly sandbox: string; readonly what: HappeningKinds[Kind] }
}[HappeningKind]

type Listener = (happening: Happening) => void

/** Tells of what happens in one sandbox. */
export interface Teller {
  /** What is told to nobody is not even put together. */
  tell<Kind extends HappeningKind>(kind: Kind, what: () => HappeningKinds[Kind]): void
}

/** Tells everybody who wants to hear. Costs nothing while nobody does. */
export class Happenings {
  readonly #listeners = new Set<Listener>()

  tellerIn(sandbox: string): Teller {
    return {
      tell: (kind, what) => {
        if (this.#listeners.size === 0) return
        const happening = { kind, sandbox, what: what() } as Happening
        for (const listener of this.#listeners) listener(happening)
      },
    }
  }

  /** Hears from now on; what it gives back ends that. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
}
