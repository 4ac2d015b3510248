import type { Contract } from '../../src/contract/contract.ts'
import type { Compression } from '../platform/platform.ts'
import { Checkpoints } from './checkpoints.ts'
import { type Entry, entryFromText, entryToText, type Mark } from './entry.ts'
import { PackedEntries } from './packed-entries.ts'
import { type Replayed, replayEntry } from './replay-entry.ts'
import type { WorldState } from './world-state.ts'

/** How many entries are packed together. */
const CHUNK = 256
/** After how many a state is kept: so many are replayed at most to look back a little. */
const STRIDE = 1_024

/** Gets what is written in a journal, before anybody is answered. */
export interface JournalSink {
  appended(first: number, entries: readonly Entry[]): void
  undone(last: number): void
  marked(mark: Mark): void
}

export interface JournalOptions {
  readonly contract: Contract
  readonly compression: Compression
}

/** The inputs that a world has received since its start, all of them. */
export class Journal {
  readonly #contract: Contract
  readonly #compression: Compression
  #sink: JournalSink | undefined
  #chunks: readonly PackedEntries[] = []
  #tail: Entry[] = []
  #marks: readonly Mark[] = []
  #checkpoints: Checkpoints

  constructor(start: WorldState, { contract, compression }: JournalOptions) {
    this.#contract = contract
    this.#compression = compression
    this.#checkpoints = new Checkpoints(start)
  }

  get start(): WorldState {
    return this.#checkpoints.start
  }

  get length(): number {
    return this.#chunks.length * CHUNK + this.#tail.length
  }

  /** In the order of what they mark. */
  get marks(): readonly Mark[] {
    return this.#marks
  }

  /** Loads what an earlier process wrote, and a late state that it led to. */
  load(
    texts: Iterable<string>,
    marks: readonly Mark[],
    late?: { readonly entry: number; readonly state: WorldState },
  ): void {
    const chunks: PackedEntries[] = []
    let lines: string[] = []
    for (const text of texts) {
      if (lines.push(text) < CHUNK) continue
      chunks.push(new PackedEntries(lines, this.#compression))
      lines = []
    }
    this.#chunks = chunks
    this.#tail = lines.map((line) => entryFromText(line, this.#contract))
    this.#marks = marks
    if (late && late.entry <= this.length) this.#checkpoints.add(late.entry, late.state)
  }

  /** From now on the sink gets what is written. */
  connectSink(sink: JournalSink): void {
    this.#sink = sink
  }

  /** Adds what has happened; `after` is the state it led to. */
  append(entries: readonly Entry[], after: () => WorldState): void {
    this.#sink?.appended(this.length + 1, entries)
    for (const entry of entries) this.#push(entry)
    if (this.length - this.#checkpoints.last >= STRIDE) this.#checkpoints.add(this.length, after())
  }

  /** Entries by number, both ends included. */
  *entries(from: number, to: number): Generator<Entry> {
    for (let number = from; number <= Math.min(to, this.length); ) {
      const chunk = this.#chunkOf(number)
      const end = Math.min(to, number - ((number - 1) % CHUNK) + CHUNK - 1)
      yield* chunk.slice((number - 1) % CHUNK, ((end - 1) % CHUNK) + 1)
      number = end + 1
    }
  }

  /** The same, each with what it did when it happened. */
  *replayed(from: number, to: number): Generator<Replayed & { readonly number: number; readonly entry: Entry }> {
    const { entry: since, state } = this.#checkpoints.before(from - 1)
    let present = state
    let number = since
    for (const entry of this.entries(since + 1, to)) {
      number += 1
      const replayed = replayEntry(present, entry, this.#contract)
      if (number >= from) yield { ...replayed, number, entry }
      present = replayed.after
    }
  }

  /** The state right after an entry; 0 is the start. */
  stateAt(entry: number): WorldState {
    const { entry: since, state } = this.#checkpoints.before(entry)
    let present = state
    for (const one of this.entries(since + 1, entry)) present = replayEntry(present, one, this.#contract).after
    return present
  }

  /** Forgets what came after an entry. */
  undoTo(last: number): WorldState {
    const state = this.stateAt(last)
    this.#sink?.undone(last)
    const kept = Math.floor(last / CHUNK)
    this.#tail = [...this.entries(kept * CHUNK + 1, last)]
    this.#chunks = this.#chunks.slice(0, kept)
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
    const fork = new Journal(this.#checkpoints.start, { contract: this.#contract, compression: this.#compression })
    fork.#chunks = this.#chunks
    fork.#tail = [...this.#tail]
    fork.#marks = this.#marks
    fork.#checkpoints = this.#checkpoints.fork()
    return fork
  }

  #push(entry: Entry): void {
    this.#tail.push(entry)
    if (this.#tail.length < CHUNK) return
    this.#chunks = [...this.#chunks, new PackedEntries(this.#tail.map(entryToText), this.#compression)]
    this.#tail = []
  }

  #chunkOf(number: number): readonly Entry[] {
    return this.#chunks[Math.floor((number - 1) / CHUNK)]?.entries(this.#contract) ?? this.#tail
  }
}
