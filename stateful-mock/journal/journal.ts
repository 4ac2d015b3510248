import { type Checkpoint, Checkpoints } from './checkpoints.ts'
import { type Entry, entryToText, type Mark } from './entry.ts'
import type { JournalSink } from './journal-sink.ts'
import { type EntryForm, KeptEntries, type PackedPart, packedFrom } from './kept-entries.ts'
import { type Replayed, replayEntry } from './replay-entry.ts'
import type { WorldState } from './world-state.ts'

/** Number of entries between kept states, which limits the replay when looking back. */
const STRIDE = 1_024

export interface JournalOptions extends EntryForm {
  /**
   * The packed size of the past that is kept. Anything earlier is folded into the state that the journal begins with.
   */
  readonly historyBytes: number
}

/** The part of a journal that an earlier process wrote. */
export interface WrittenJournal {
  /** The entry that it begins after. */
  readonly after: number
  /** Entries as texts or in pieces, from the first that is packed together with the one it begins with. */
  readonly parts: Iterable<string | PackedPart>
  readonly marks: readonly Mark[]
  /** A late state that it led to. */
  readonly late: Checkpoint | undefined
}

/** The inputs that a world has received, from its start on or from where the bound of its history lets it begin. */
export class Journal {
  readonly #options: JournalOptions
  #entries: KeptEntries
  #checkpoints: Checkpoints
  #marks: readonly Mark[] = []
  #sink: JournalSink | undefined

  constructor(start: WorldState, options: JournalOptions) {
    this.#options = options
    this.#entries = new KeptEntries(options)
    this.#checkpoints = new Checkpoints({ entry: 0, state: start })
  }

  /** The state it begins with. */
  get start(): WorldState {
    return this.#checkpoints.first.state
  }

  /** The entry that it begins after: what led there is folded into its start. 0 while everything is kept. */
  get reach(): number {
    return this.#checkpoints.first.entry
  }

  /** The number of the latest entry. */
  get length(): number {
    return this.#entries.last
  }

  /** In the order of what they mark. */
  get marks(): readonly Mark[] {
    return this.#marks
  }

  load({ after, parts, marks, late }: WrittenJournal): void {
    this.#checkpoints = new Checkpoints({ entry: after, state: this.start })
    this.#entries.load(after, parts)
    this.#marks = marks
    if (late && late.entry <= this.length) this.#checkpoints.add(late.entry, late.state)
  }

  /** From now on the sink gets what is written. */
  connectSink(sink: JournalSink): void {
    this.#sink = sink
  }

  /** Adds what is about to happen. Throws when it cannot be stored: then it is not to happen. */
  append(entries: readonly Entry[]): void {
    const texts = entries.map(entryToText)
    this.#sink?.appended(this.length + 1, texts)
    for (const text of texts) {
      const part = this.#entries.push(text)
      if (part) this.#sink?.packed(part)
    }
  }

  /** To be called once it has happened; `present` is the state it led to. */
  appended(present: () => WorldState): void {
    if (this.length - this.#checkpoints.last >= STRIDE) this.#checkpoints.add(this.length, present())
    if (this.#entries.bytes > this.#options.historyBytes) this.#fold()
  }

  /** Entries by number, both ends included, as far as it reaches back. */
  entries(from: number, to: number): Iterable<Entry> {
    return this.#entries.slice(Math.max(from, this.reach + 1), to)
  }

  /** All that somebody needs to write it down, from the first that is packed together with the one it begins with. */
  written(): { readonly first: number; readonly texts: Iterable<string> } {
    const first = packedFrom(this.reach)
    return { first, texts: this.#entries.texts(first, this.length) }
  }

  /** Entries by number, each with what it did when it happened. */
  *replayed(from: number, to: number): Generator<Replayed & { readonly number: number; readonly entry: Entry }> {
    const { entry: since, state } = this.#checkpoints.before(from - 1)
    let present = state
    let number = since
    for (const entry of this.entries(since + 1, to)) {
      number += 1
      const replayed = replayEntry(present, entry, this.#options.contract)
      if (number >= from) yield { ...replayed, number, entry }
      present = replayed.after
    }
  }

  /** The state right after an entry that it reaches back to. */
  stateAt(entry: number): WorldState {
    if (entry < this.reach) throw new RangeError(`the journal does not reach back to entry ${entry}`)
    const { entry: since, state } = this.#checkpoints.before(entry)
    let present = state
    for (const one of this.entries(since + 1, entry)) present = replayEntry(present, one, this.#options.contract).after
    return present
  }

  /** Forgets what came after an entry. */
  undoTo(last: number): WorldState {
    const state = this.stateAt(last)
    this.#sink?.undone(last)
    this.#entries.forgetAfter(last)
    this.#checkpoints.forgetAfter(last)
    this.#marks = this.#marks.filter(({ entry }) => entry <= last)
    return state
  }

  mark(mark: Mark): void {
    this.#sink?.marked(mark)
    this.#marks = [...this.#marks, mark]
  }

  /** A journal of its own that begins with all of this one. */
  fork(): Journal {
    const fork = new Journal(this.start, this.#options)
    fork.#entries = this.#entries.fork()
    fork.#marks = this.#marks
    fork.#checkpoints = this.#checkpoints.fork()
    return fork
  }

  /** Begins later, with states that are kept anyway, until what came after is within the bound. */
  #fold(): void {
    const before = this.reach
    while (this.#entries.bytes > this.#options.historyBytes && this.#checkpoints.forgetFirst())
      this.#entries.forgetUpTo(this.reach)
    if (this.reach > before) this.#sink?.folded(this.reach, this.start)
  }
}
