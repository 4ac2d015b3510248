import type { Fact } from '../finding/facts.ts'
import type { Answered } from '../shadow/answered.ts'
import type { Remembering } from '../shadow/memories.ts'

/**
 * A check of every response, independent of the model. A check has its own memory: `look` returns it, and gets it again with
 * the next response of the sequence.
 */
export interface Check<Memory = unknown> extends Remembering<Memory> {
  /** As reports name it. Checks that look at one kind of thing share a name. */
  readonly name: string
  /** Stated if the contract says so itself, implied if an engineer would expect it. */
  readonly provenance: 'stated' | 'implied'
  /** The memory before the first answer. */
  readonly start: Memory
  look(answered: Answered, memory: Memory): Looked<Memory>
}

export interface Looked<Memory> {
  readonly found: readonly Found[]
  readonly memory: Memory
}

/** A fact, and the rules or checklist lines it is held against. */
export type Found = Fact & { readonly rules: readonly string[] }

export const NOTHING_FOUND: readonly Found[] = []

/** A check that has nothing to remember. */
export const plainCheck = (name: string, look: (answered: Answered) => readonly Found[]): Check<undefined> => ({
  name,
  provenance: 'stated',
  start: undefined,
  look: (answered) => ({ found: look(answered), memory: undefined }),
})
