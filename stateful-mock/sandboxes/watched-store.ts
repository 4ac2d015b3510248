import type { JournalSink } from '../journal/journal-sink.ts'
import { StorageError } from '../journal/storage-error.ts'
import type { SandboxStore, StorableSandbox } from './sandbox-store.ts'

/** A store that says when it begins to fail, and when it works again. Until then every change is refused. */
export class WatchedStore implements SandboxStore {
  readonly #store: SandboxStore
  readonly #onChange: (failure: string | undefined) => void
  #failure: string | undefined

  constructor(store: SandboxStore, onChange: (failure: string | undefined) => void) {
    this.#store = store
    this.#onChange = onChange
  }

  /** Why nothing can be stored at present; undefined while it can. */
  get failure(): string | undefined {
    return this.#failure
  }

  add(sandbox: StorableSandbox): JournalSink {
    return this.watch(this.#attempt(() => this.#store.add(sandbox)))
  }

  drop(name: string): void {
    this.#attempt(() => this.#store.drop(name))
  }

  /** The same sink, with failures of it noticed. */
  watch(sink: JournalSink): JournalSink {
    return {
      appended: (first, texts) => this.#attempt(() => sink.appended(first, texts)),
      undone: (last) => this.#attempt(() => sink.undone(last)),
      marked: (mark) => this.#attempt(() => sink.marked(mark)),
      packed: (part) => sink.packed(part),
      folded: (entry, start) => sink.folded(entry, start),
    }
  }

  #attempt<T>(act: () => T): T {
    try {
      const result = act()
      this.#become(undefined)
      return result
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      this.#become(why)
      throw new StorageError(why)
    }
  }

  #become(failure: string | undefined): void {
    const before = this.#failure
    this.#failure = failure
    if ((before === undefined) !== (failure === undefined)) this.#onChange(failure)
  }
}
