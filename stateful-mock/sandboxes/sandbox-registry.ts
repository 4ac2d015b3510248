import type { Seed } from '../../src/model/seeds/kit/seed.ts'
import { beyondReach } from '../journal/beyond-reach.ts'
import type { JournalSink } from '../journal/journal-sink.ts'
import { StorageError } from '../journal/storage-error.ts'
import type { WorldState } from '../journal/world-state.ts'
import type { Scheduler } from '../scheduler/scheduler.ts'
import { isRefused, type Refused, refused } from '../world/refused.ts'
import { type HolderOptions, newHistory, type WorldHistory, WorldHolder } from '../world/world-holder.ts'
import type { CameFrom, Origin, StartSettings, WorldStart } from '../world/world-start.ts'
import type { WorldStarts } from '../world/world-starts.ts'
import { makeSandbox } from './make-sandbox.ts'
import type { Mock, Sandbox, Sandboxes } from './mock.ts'
import type { RestoredSandbox, SandboxStore, StorableSandbox } from './sandbox-store.ts'

/** The name of the sandbox that is always there. */
export const DEFAULT_SANDBOX = 'default'

/** As the control description has it. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/

/** Number of removed sandboxes that are remembered. */
const MOST_GONE = 1_000

export interface RegistryOptions extends HolderOptions {
  readonly mock: () => Mock
  readonly starts: WorldStarts
  readonly most: number
  /** A sandbox that was not used for so long is dropped. */
  readonly idleMs: number
  readonly auth: 'on' | 'off'
  /** The scheduler of a new sandbox. */
  readonly makeScheduler: (holder: WorldHolder, name: string) => Scheduler
  readonly store: SandboxStore | undefined
  readonly onNotice: (notice: string) => void
}

export class SandboxRegistry implements Sandboxes {
  readonly #options: RegistryOptions
  readonly #byName = new Map<string, Sandbox>()
  /** Names of sandboxes that were removed because they were unused, oldest first. */
  readonly #gone = new Set<string>()
  readonly limit: number

  constructor(options: RegistryOptions) {
    this.#options = options
    this.limit = options.most
  }

  get size(): number {
    return this.#byName.size
  }

  get defaultSandbox(): Sandbox {
    return (
      this.#byName.get(DEFAULT_SANDBOX) ??
      this.#add(DEFAULT_SANDBOX, newHistory(this.#options.starts.defaultStart(), this.#options))
    )
  }

  [Symbol.iterator](): Iterator<Sandbox> {
    this.#dropIdle()
    return this.#byName.values()
  }

  get(name: string): Sandbox | undefined {
    return this.#byName.get(name)
  }

  use(name: string = DEFAULT_SANDBOX): Sandbox | Refused {
    const sandbox = this.#byName.get(name) ?? this.#goneWhileIdle(name) ?? this.create(name)
    if (!isRefused(sandbox)) sandbox.lastUsedAtMs = this.#options.realNow()
    return sandbox
  }

  /** The first request to a removed sandbox is refused, once; the next one gets a fresh world. */
  #goneWhileIdle(name: string): Refused | undefined {
    if (!this.#gone.delete(name)) return undefined
    return refused(
      410,
      `the sandbox ${name} was not used for ${this.#idleMinutes} minutes and is gone; ask again for a new one`,
    )
  }

  get #idleMinutes(): number {
    return Math.round(this.#options.idleMs / 60_000)
  }

  create(name: string, from?: Origin): Sandbox | Refused {
    const full = this.#refusalFor(name)
    if (full) return full
    const start = from ? this.startFrom(from) : this.#options.starts.defaultStart()
    return isRefused(start) ? start : this.#addAndAnnounce(name, newHistory(start, this.#options))
  }

  fork(of: Sandbox, name: string, entry?: number): Sandbox | Refused {
    const full = this.#refusalFor(name)
    if (full) return full
    if (entry !== undefined && entry > of.holder.entries) return refused(404, `there is no entry ${entry} to fork from`)
    const gone = entry === undefined ? undefined : beyondReach(of.holder.journal, entry)
    if (gone !== undefined) return refused(404, gone)
    const { journal, state } = of.holder.fork(entry)
    const past = { start: startingNow({ fork: of.name }, of.seed, state), journal, state }
    return this.#addAndAnnounce(name, past, { name: of.name, entry: journal.length })
  }

  restart(sandbox: Sandbox, start: WorldStart = this.#options.starts.again(sandbox.holder.start)): void {
    this.#replaceWorld(sandbox, newHistory(start, this.#options))
  }

  /** Replaces the world. If it cannot be stored, nothing has happened. */
  #replaceWorld(sandbox: Sandbox, past: WorldHistory): void {
    const sink = this.#options.store?.add(storable(sandbox, past))
    sandbox.holder.continueFrom(past)
    sandbox.faults.clear()
    this.#connectJournal(sandbox, sink)
    sandbox.events.publish('reset', () => ({}))
  }

  ready(start?: Origin | WorldStart): Promise<void> | undefined {
    return this.#options.starts.ready(start)
  }

  startFrom(from: Origin, settings?: StartSettings): WorldStart | Refused {
    return this.#options.starts.from(from, settings)
  }

  drop(name: string): Refused | undefined {
    const sandbox = this.#byName.get(name)
    if (!sandbox) return refused(404, `there is no sandbox named ${name}`)
    if (name === DEFAULT_SANDBOX) return refused(409, 'the default sandbox cannot be dropped; it can be reset')
    this.#remove(sandbox, 'asked')
    return undefined
  }

  createUnnamed(start: WorldStart): Sandbox {
    return this.#build('', newHistory(start, this.#options), this.#options.realNow())
  }

  adopt(name: string, unnamed: Sandbox, from: CameFrom): Sandbox | Refused {
    const { journal, state } = unnamed.holder.fork()
    const past = { start: startingNow(from, unnamed.seed, state), journal, state }
    const known = this.#byName.get(name)
    if (!known) return this.#refusalFor(name) ?? this.#addAndAnnounce(name, past)
    this.#replaceWorld(known, past)
    return known
  }

  /** Adds a sandbox that an earlier process left. */
  restore({ name, past, createdAtMs, resume }: RestoredSandbox): void {
    const sandbox = this.#build(name, past, createdAtMs)
    this.#byName.set(name, sandbox)
    const kept = storable(sandbox, past)
    this.#connectJournal(sandbox, resume ? resume(kept) : this.#options.store?.add(kept))
  }

  /** Adds a sandbox. If it cannot be stored, there is none. */
  #add(name: string, past: WorldHistory, forkOf?: StorableSandbox['forkOf']): Sandbox {
    const sandbox = this.#build(name, past, this.#options.realNow())
    try {
      this.#connectJournal(sandbox, this.#options.store?.add(storable(sandbox, past, forkOf)))
    } catch (error) {
      void sandbox.scheduler.close()
      throw error
    }
    this.#byName.set(name, sandbox)
    this.#gone.delete(name)
    return sandbox
  }

  #build(name: string, past: WorldHistory, createdAtMs: number): Sandbox {
    const { mock, auth, realNow } = this.#options
    const holder = new WorldHolder(past, this.#options)
    const scheduler = this.#options.makeScheduler(holder, name)
    return makeSandbox(name, { mock: mock(), holder, auth, scheduler, createdAtMs, lastUsedAtMs: realNow() })
  }

  /** Stores and announces what is written in the journal from now on; what is in it already is stored. */
  #connectJournal(sandbox: Sandbox, sink: JournalSink | undefined): void {
    if (sink) sandbox.holder.connectSink(sink)
    sandbox.holder.setJournalListener({
      entered(first, entries) {
        entries.forEach((entry, index) => {
          sandbox.events.publish('entry', () => ({ number: first + index, entry }))
        })
      },
      undone: (last) => sandbox.events.publish('undone', () => ({ last })),
    })
  }

  #addAndAnnounce(name: string, past: WorldHistory, forkOf?: StorableSandbox['forkOf']): Sandbox {
    const sandbox = this.#add(name, past, forkOf)
    sandbox.events.publish('made', () => ({}))
    return sandbox
  }

  #refusalFor(name: string): Refused | undefined {
    if (!NAME.test(name))
      return refused(400, 'the name of a sandbox has up to 64 letters, digits, dots, dashes and underscores')
    if (this.#byName.has(name)) return refused(409, `a sandbox named ${name} already exists`)
    this.#dropIdle()
    if (this.size < this.limit) return undefined
    return refused(409, `the maximum number of sandboxes (${this.limit}) is reached; drop one first`)
  }

  #dropIdle(): void {
    const { idleMs, realNow, onNotice } = this.#options
    const since = realNow() - idleMs
    const idle = [...this.#byName.values()].filter(
      ({ name, lastUsedAtMs, openStreams }) => name !== DEFAULT_SANDBOX && openStreams === 0 && lastUsedAtMs < since,
    )
    for (const sandbox of idle) {
      if (!this.#removeIdle(sandbox)) return
      onNotice(`The sandbox ${sandbox.name} was not used for ${this.#idleMinutes} minutes and is gone.`)
    }
  }

  /** True if it was removed: it stays while nothing can be stored. */
  #removeIdle(sandbox: Sandbox): boolean {
    try {
      this.#remove(sandbox, 'idle')
      this.#remember(sandbox.name)
      return true
    } catch (error) {
      if (error instanceof StorageError) return false
      throw error
    }
  }

  #remember(name: string): void {
    this.#gone.add(name)
    const [earliest] = this.#gone
    if (this.#gone.size > MOST_GONE && earliest !== undefined) this.#gone.delete(earliest)
  }

  #remove(sandbox: Sandbox, why: 'asked' | 'idle'): void {
    this.#options.store?.drop(sandbox.name)
    this.#byName.delete(sandbox.name)
    void sandbox.scheduler.close()
    sandbox.events.publish('dropped', () => ({ why }))
  }
}

const storable = (
  { name, createdAtMs, holder }: Sandbox,
  past: WorldHistory,
  forkOf?: StorableSandbox['forkOf'],
): StorableSandbox => ({
  name,
  createdAtMs,
  past,
  forkOf,
  present: () => ({ state: holder.state, entries: holder.entries }),
})

/** A start with the present state of a sandbox. */
function startingNow(from: CameFrom, seed: Seed, { world, gaps, clock }: WorldState): WorldStart {
  const setting = clock.mode === 'real' ? clock : ({ mode: clock.mode, atMs: world.nowMs } as const)
  return { from, seed, world, atMs: world.nowMs, clock: setting, gaps }
}
