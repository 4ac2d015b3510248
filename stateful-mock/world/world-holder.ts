import type { GapId } from '../../src/contract/generated/gaps.ts'
import type { Json } from '../../src/contract/json.ts'
import { nextDue } from '../../src/model/advance.ts'
import { decide, decideEvent, type ModelRequest, type Outcome } from '../../src/model/decide.ts'
import type { EventAnswer, EventBody, EventName } from '../../src/model/request/operation-types.ts'
import { offerAnew } from '../../src/model/seeds/kit/platform.ts'
import type { DueRow } from '../../src/model/world/rows.ts'
import { apply, type Change, type World } from '../../src/model/world/world.ts'
import { LiveGaps, withGap } from '../gaps/live-gaps.ts'
import type { Entry, Input } from '../journal/entry.ts'
import { Journal, type JournalOptions } from '../journal/journal.ts'
import type { JournalSink } from '../journal/journal-sink.ts'
import { decideResult, type OutboundBody, type OutboundName } from '../journal/outbound-result.ts'
import { StorageError } from '../journal/storage-error.ts'
import type { WorldState } from '../journal/world-state.ts'
import { type AdvancedWorld, advanceWorld, type Stop, worldAdvancedTo } from '../time/advance-world.ts'
import { type Clock, type ClockSetting, movedClock, readClock, startClock } from '../time/clock.ts'
import type { WorldStart } from './world-start.ts'

export interface HolderOptions extends JournalOptions {
  readonly realNow: () => number
}

/** The history of a world: its start, its journal and the resulting state. */
export interface WorldHistory {
  readonly start: WorldStart
  readonly journal: Journal
  readonly state: WorldState
}

/** Hears what happens to a world. */
export interface WorldListener {
  /** Something happened to it. */
  changed(): void
  /** The world was replaced: by a reset or an undo. */
  replaced(): void
}

/** Hears what was written in the journal, once the world is what it led to. */
export interface JournalListener {
  entered(first: number, entries: readonly Entry[]): void
  undone(last: number): void
}

/** A timer that fired, with its number among the inputs that changed the world. */
export interface Fired {
  readonly due: DueRow
  readonly entry: number
}

/** One move of the clock, or a part of it. */
export interface Move {
  readonly stop?: Stop | undefined
  /** The first entry of the whole move, when this is a later part of it. */
  readonly since?: number
}

/** The pause before storing is tried again; not every look tries it. */
const STORAGE_RETRY_MS = 1_000

/** More than this on one way is a mistake of whoever moves the clock, not a wish. */
const MOST_TIMERS = 100_000

/** Holds the present world of a sandbox; the one place where it is replaced by the next, and that is written down. */
export class WorldHolder {
  readonly gaps: LiveGaps
  readonly #options: HolderOptions
  #start: WorldStart
  #journal: Journal
  #clock: Clock
  #world: World
  /** Stands for this holder among the owners of tables, for as long as nobody else has the world. */
  #owner = {}
  readonly #present = () => this.state
  #listener: WorldListener | undefined
  #journalListener: JournalListener | undefined
  #due: { readonly table: World['tables']['Due']; readonly atMs: number } | undefined
  /** Until then what falls due waits, because it could not be stored. */
  #waitsUntilMs = 0

  constructor({ start, journal, state }: WorldHistory, options: HolderOptions) {
    this.#options = options
    this.#start = start
    this.#journal = journal
    this.gaps = new LiveGaps(options.contract.gaps, state.gaps)
    this.#clock = state.clock
    this.#world = state.world
  }

  /** The world as it is now: what fell due in the meantime has happened. */
  get world(): World {
    this.#share()
    return this.glance
  }

  /** The world as it is now, for a look that is over before anything else happens: then it may change in place. */
  get glance(): World {
    this.#catchUp()
    return this.#world
  }

  /** The same as the last look found it. */
  get lastGlance(): World {
    return this.#world
  }

  /** The world as the last look at it found it. */
  get lookedAt(): World {
    this.#share()
    return this.#world
  }

  /** The clock at the last look. */
  get lookedAtMs(): number {
    return this.#world.nowMs
  }

  get clockMode(): Clock['mode'] {
    return this.#clock.mode
  }

  /** The time of the next timer; looked up again only when the timers have changed. */
  get nextDueMs(): number {
    const { Due } = this.#world.tables
    if (this.#due?.table !== Due)
      this.#due = { table: Due, atMs: nextDue(this.#world)?.atMs ?? Number.POSITIVE_INFINITY }
    return this.#due.atMs
  }

  /** The present time of the clock, whether or not anybody has looked at the world since. */
  get presentMs(): number {
    return readClock(this.#clock, this.#options.realNow())
  }

  /** True if something is due that could not be stored, and is not tried again yet. */
  get waitsForStorage(): boolean {
    return this.#options.realNow() < this.#waitsUntilMs
  }

  /** The number of inputs that have changed the world so far. */
  get entries(): number {
    return this.#journal.length
  }

  get journal(): Journal {
    return this.#journal
  }

  get start(): WorldStart {
    return this.#start
  }

  get state(): WorldState {
    this.#share()
    return { world: this.#world, clock: this.#clock, gaps: this.gaps.changes }
  }

  request(request: ModelRequest): Outcome {
    const outcome = decide(this.glance, request, this.gaps)
    if (outcome.changes.length > 0) this.#happen({ kind: 'request', request }, outcome.changes)
    return outcome
  }

  /** Rehearse requests; nothing changes. */
  consider(request: ModelRequest): Outcome {
    return decide(this.glance, request, this.gaps)
  }

  /** Something from outside; throws what the model says when it cannot happen. */
  event<Name extends EventName>(name: Name, org: string, body: EventBody<Name>): EventAnswer<Name> {
    const { answer, changes } = decideEvent(this.glance, { name, org, body }, this.gaps)
    this.#happen({ kind: 'event', name, org, body }, changes)
    return answer
  }

  /** Records the result of something really sent. Returns the entry's number, or undefined if it changed nothing. */
  outbound<Name extends OutboundName>(name: Name, org: string, body: OutboundBody<Name>): number | undefined {
    const changes = decideResult(this.glance, { name, org, body }, this.gaps)
    if (changes.length === 0) return undefined
    this.#happen({ kind: 'outbound', name, org, body }, changes)
    return this.entries
  }

  /** Sets a gap to another value; to its default without one. */
  setGap(name: GapId, value: Json | undefined): void {
    this.#catchUp()
    const gaps = withGap(this.gaps.changes, name, value)
    const input: Input = { kind: 'gap', name, ...(value !== undefined && { value }) }
    const choices = new LiveGaps(this.gaps.contract, gaps)
    this.#enter([{ atMs: this.#world.nowMs, input }], () =>
      this.#take({ gaps, world: offerAnew(this.#world, choices, name), clock: this.#clock }),
    )
  }

  /** The time that a clock with this setting would show. */
  shownBy(setting: ClockSetting): number {
    const realMs = this.#options.realNow()
    return readClock(startClock(setting, this.world.nowMs, realMs), realMs)
  }

  /** Sets how the clock runs. Going forward fires what falls due; going back undoes nothing. */
  setClock(setting: ClockSetting, move: Move = {}): readonly Fired[] | 'too much' {
    const realMs = this.#options.realNow()
    const clock = startClock(setting, this.world.nowMs, realMs)
    const toMs = readClock(clock, realMs)
    return this.#moveTo(toMs, (atMs) => (atMs < toMs ? movedClock(this.#clock, atMs, realMs) : clock), move)
  }

  /** Moves the clock forward, or to where it is to stop. Nothing moves when too much would happen on the way. */
  advanceTo(toMs: number, move: Move = {}): readonly Fired[] | 'too much' {
    this.#catchUp()
    return this.#moveTo(toMs, (atMs) => movedClock(this.#clock, atMs, this.#options.realNow()), move)
  }

  /** From now on the listener hears of every change. */
  setListener(listener: WorldListener): void {
    this.#listener = listener
  }

  /** Replaces the world, its start and its journal by those of another history. */
  continueFrom({ start, journal, state }: WorldHistory): void {
    this.#start = start
    this.#journal = journal
    this.#become(state)
  }

  /** Takes back what came after an entry. A clock that runs by itself runs on from there. */
  undoTo(last: number): void {
    const { world, clock, gaps } = this.#journal.undoTo(last)
    const running = clock.mode === 'real' ? clock : movedClock(clock, world.nowMs, this.#options.realNow())
    this.#become({ world, clock: running, gaps })
    this.#journalListener?.undone(last)
  }

  /** The history for another world, as of now or right after an entry. */
  fork(entry?: number): WorldHistory {
    this.#catchUp()
    const journal = this.#journal.fork()
    const state = entry === undefined || entry === this.entries ? this.state : journal.undoTo(entry)
    return { start: this.#start, journal, state }
  }

  /** From now on the sink gets what is written. */
  connectSink(sink: JournalSink): void {
    this.#journal.connectSink(sink)
  }

  setJournalListener(listener: JournalListener): void {
    this.#journalListener = listener
  }

  #become(state: WorldState): void {
    this.#take(state)
    // Everything that is kept with a world is reset with it.
    this.gaps.replace(state.gaps)
    this.#listener?.replaced()
  }

  #take({ world, clock, gaps }: WorldState): void {
    this.#world = world
    this.#clock = clock
    if (gaps !== this.gaps.changes) this.gaps.replace(gaps)
  }

  /** Somebody else has the world from now on: it stays as it is. */
  #share(): void {
    this.#owner = {}
  }

  #happen(input: Input, changes: readonly Change[]): void {
    this.#enter([{ atMs: this.#world.nowMs, input }], () => {
      this.#world = apply(this.#world, changes, this.#owner)
    })
  }

  /** Lets something happen once it is written down: what cannot be has not happened, and the world is as it was. */
  #enter(entries: readonly Entry[], happen: () => void): void {
    this.#journal.append(entries)
    happen()
    this.#journal.appended(this.#present)
    this.#journalListener?.entered(this.entries - entries.length + 1, entries)
    this.#listener?.changed()
  }

  #catchUp(): void {
    const nowMs = readClock(this.#clock, this.#options.realNow())
    if (nowMs <= this.#world.nowMs) return
    if (nowMs < this.nextDueMs) this.#world = { ...this.#world, nowMs }
    else this.#letHappen(nowMs)
  }

  /** Fires timers once their effect can be stored; until then everybody sees the world as it is stored. */
  #letHappen(nowMs: number): void {
    const realMs = this.#options.realNow()
    if (realMs < this.#waitsUntilMs) return
    try {
      this.#arrive(advanceWorld(this.#world, nowMs, this.gaps))
    } catch (error) {
      if (!(error instanceof StorageError)) throw error
      this.#waitsUntilMs = realMs + STORAGE_RETRY_MS
    }
  }

  #moveTo(toMs: number, clockAt: (atMs: number) => Clock, move: Move): readonly Fired[] | 'too much' {
    const arrived = advanceWorld(this.#world, toMs, this.gaps, { most: MOST_TIMERS, stop: move.stop })
    if (arrived === 'too much') return 'too much'
    const atMs = arrived.world.nowMs
    const clock = clockAt(atMs)
    const since = move.since ?? this.entries + 1
    const isAlone = since === this.entries + 1 && arrived.fired.length === 0
    const input: Input = { kind: 'clock', clock, ...(!isAlone && { since }) }
    return this.#arrive(arrived, clock, [{ atMs, input }])
  }

  #arrive(
    arrived: AdvancedWorld | 'too much',
    clock: Clock = this.#clock,
    more: readonly Entry[] = [],
  ): readonly Fired[] {
    if (arrived === 'too much') return []
    const first = this.entries + 1
    const entries = arrived.fired.map(
      ({ due, atMs }): Entry => ({ atMs, input: { kind: 'timer', name: due.timer, due: due.id } }),
    )
    this.#enter([...entries, ...more], () => {
      this.#world = arrived.world
      this.#clock = clock
    })
    return arrived.fired.map(({ due }, index) => ({ due, entry: first + index }))
  }
}

/** A beginning: nothing has happened yet but what fell due before. */
export function newHistory(start: WorldStart, options: HolderOptions): WorldHistory {
  const { contract, realNow } = options
  const gaps = new LiveGaps(contract.gaps, start.gaps)
  const world = start.world.nowMs < start.atMs ? worldAdvancedTo(start.world, start.atMs, gaps) : start.world
  const state = { world, clock: startClock(start.clock, start.atMs, realNow()), gaps: start.gaps }
  return { start, journal: new Journal(state, options), state }
}
