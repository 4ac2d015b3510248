import { advance, nextDue } from '../src/model/advance.ts'
import { decide, decideEvent, type ModelRequest, type Outcome } from '../src/model/decide.ts'
import type { EventAnswer, EventBody, EventName } from '../src/model/operation-types.ts'
import type { DueRow } from '../src/model/state.ts'
import { apply, type Change, type World } from '../src/model/world.ts'
import { type Clock, type ClockSetting, movedClock, readClock, startClock } from './clock.ts'
import type { LiveGaps } from './live-gaps.ts'

export interface HolderOptions {
  /** The world at its start, at an instant. */
  readonly start: (nowMs: number) => World
  readonly clock: ClockSetting
  readonly gaps: LiveGaps
  readonly realNow: () => number
}

/** A timer that fired, with its number among the inputs that changed the world. */
export interface Fired {
  readonly due: DueRow
  readonly entry: number
}

/** More than this on one way is a mistake of whoever moves the clock, not a wish. */
const MOST_TIMERS = 100_000

/** Holds the present world of a server; the one place where it is replaced by the next. */
export class WorldHolder {
  readonly gaps: LiveGaps
  readonly #options: HolderOptions
  #start: HolderOptions['start']
  #clock: Clock
  #world: World
  #entries = 0
  #due: { readonly table: World['tables']['Due']; readonly atMs: number } | undefined

  constructor(options: HolderOptions) {
    this.gaps = options.gaps
    this.#options = options
    this.#start = options.start
    const realMs = options.realNow()
    this.#clock = startClock(options.clock, realMs, realMs)
    this.#world = this.#start(readClock(this.#clock, realMs))
  }

  /** The world as it is now: what fell due in the meantime has happened. */
  get world(): World {
    this.#catchUp()
    return this.#world
  }

  /** The world as the last look at it found it. */
  get lookedAt(): World {
    return this.#world
  }

  get clockMode(): Clock['mode'] {
    return this.#clock.mode
  }

  /** How many inputs changed the world so far. */
  get entries(): number {
    return this.#entries
  }

  request(request: ModelRequest): Outcome {
    const outcome = this.consider(request)
    if (outcome.changes.length > 0) this.#record(outcome.changes)
    return outcome
  }

  /** What would be answered; nothing changes. */
  consider(request: ModelRequest): Outcome {
    return decide(this.world, request, this.gaps)
  }

  /** Something from outside; throws what the model says when it cannot happen. */
  event<Name extends EventName>(name: Name, org: string, body: EventBody<Name>): EventAnswer<Name> {
    const { answer, changes } = decideEvent(this.world, { name, org, body }, this.gaps)
    this.#record(changes)
    return answer
  }

  /** Sets how the clock runs. Going forward fires what falls due; going back undoes nothing. */
  setClock(setting: ClockSetting): readonly Fired[] | 'too much' {
    const realMs = this.#options.realNow()
    const clock = startClock(setting, this.world.nowMs, realMs)
    return this.#moveTo(readClock(clock, realMs), clock)
  }

  /** Moves the clock forward. Nothing moves when too much would happen on the way. */
  advanceTo(toMs: number): readonly Fired[] | 'too much' {
    this.#catchUp()
    return this.#moveTo(toMs, movedClock(this.#clock, toMs, this.#options.realNow()))
  }

  /** The world as at its start, or at the start of another. */
  reset(start: HolderOptions['start'] = this.#start): void {
    const realMs = this.#options.realNow()
    this.#start = start
    this.gaps.reset()
    this.#clock = startClock(this.#options.clock, realMs, realMs)
    this.#world = start(readClock(this.#clock, realMs))
    this.#entries = 0
  }

  #record(changes: readonly Change[]): void {
    this.#world = apply(this.#world, changes)
    this.#entries += 1
  }

  #catchUp(): void {
    const nowMs = readClock(this.#clock, this.#options.realNow())
    if (nowMs <= this.#world.nowMs) return
    if (nowMs < this.#nextDueMs()) this.#world = { ...this.#world, nowMs }
    else this.#become(travel(this.#world, nowMs, this.gaps, Number.POSITIVE_INFINITY))
  }

  /** When something falls due next; looked up again only when what is due has changed. */
  #nextDueMs(): number {
    const { Due } = this.#world.tables
    if (this.#due?.table !== Due)
      this.#due = { table: Due, atMs: nextDue(this.#world)?.atMs ?? Number.POSITIVE_INFINITY }
    return this.#due.atMs
  }

  #moveTo(toMs: number, clock: Clock): readonly Fired[] | 'too much' {
    const travelled = travel(this.#world, toMs, this.gaps, MOST_TIMERS)
    if (travelled === 'too much') return 'too much'
    this.#clock = clock
    return this.#become(travelled)
  }

  #become(travelled: Travelled | 'too much'): readonly Fired[] {
    if (travelled === 'too much') return []
    this.#world = travelled.world
    return travelled.fired.map((due) => {
      this.#entries += 1
      return { due, entry: this.#entries }
    })
  }
}

interface Travelled {
  readonly world: World
  readonly fired: readonly DueRow[]
}

/** A world brought to an instant, one due thing after the other. */
function travel(start: World, toMs: number, gaps: LiveGaps, most: number): Travelled | 'too much' {
  let world = start
  const fired: DueRow[] = []
  for (let due = nextDue(world); due && due.atMs <= toMs; due = nextDue(world)) {
    const step = advance(world, due.atMs, gaps)
    world = apply(world, step.changes)
    fired.push(...step.fired)
    if (fired.length > most) return 'too much'
  }
  return { world: apply(world, [{ kind: 'clock', nowMs: toMs }]), fired }
}
