import type { Mark } from './entry.ts'
import type { PackedPart } from './kept-entries.ts'
import type { WorldState } from './world-state.ts'

/** Gets what is written in a journal, before anybody is answered. */
export interface JournalSink {
  /** Entries as texts, from the one with this number on. */
  appended(first: number, texts: readonly string[]): void
  undone(last: number): void
  marked(mark: Mark): void
  /** Entries that were appended can be kept as one piece from now on. Never fails: they may also stay as they are. */
  packed(part: PackedPart): void
  /** Forgets the history up to an entry: the journal begins with its state now. Never fails either. */
  folded(entry: number, start: WorldState): void
}
