import type { Contract } from '../../contract/contract.ts'
import type { Operation } from '../../contract/operations.ts'
import { modelled } from '../../model/model.ts'
import type { Client } from '../../target/client.ts'
import type { Driver } from '../../target/driver.ts'
import type { Stopping } from '../../target/stopping.ts'
import { mayCauseEvent } from '../draw/events.ts'
import { drawWalk } from '../draw/walk.ts'
import { keyOf } from '../finding/key.ts'
import { type Cast, castOf } from '../kit/cast.ts'
import type { Drawer } from '../kit/drawer.ts'
import { makeSampler } from '../kit/sampler.ts'
import { drawOnTheme } from '../plan/random.ts'
import { themes } from '../plan/themes.ts'
import { oddWalks, parallelWalks, plannedWalks } from '../plan/walks.ts'
import type { Phase } from '../report/phases.ts'
import type { RunEvent, Shard, Stopped } from '../report/run-event.ts'
import type { Walk } from '../script/goal.ts'
import { runDrawn, type Sequence } from '../sequence/sequence.ts'
import { type Shrunk, shrink } from '../sequence/shrink.ts'
import { type Coverage, timesCalled } from '../session/coverage.ts'
import type { Receiver } from '../session/receiver.ts'
import type { Session } from '../session/session.ts'
import { type Lanes, lanesOf, lanesOfWalk } from './lanes.ts'
import { openSession } from './open-session.ts'
import { inLanes, type Job } from './rounds.ts'
import { makeTidy } from './tidy.ts'

export type { RunEvent }

export interface RunOptions {
  readonly contract: Contract
  readonly client: Client
  readonly driver: Driver
  /** Where the target's webhooks arrive; without one they are not looked at. */
  readonly receiver?: Receiver
  readonly url: string
  readonly seed: number
  /** Random sequences after the walk over every operation. */
  readonly runs: number
  readonly maxSteps: number
  readonly areas: readonly string[]
  readonly skip?: readonly Phase[]
  /** Sequences at a time. */
  readonly concurrency?: number
  /** The part of the sequences that is run here. */
  readonly shard?: Shard
  /** No new sequence starts after this many requests. */
  readonly maxRequests?: number
  readonly timeLimitMs?: number
  readonly bail?: boolean
  readonly learning?: boolean
  /** Ends the run: no further step is taken, what was made is cleaned up. */
  readonly signal?: AbortSignal
  /** The same for everything that waits, the client included; by the signal alone when left out. */
  readonly stopping?: Stopping
  readonly listen?: (event: RunEvent) => void
}

export interface RunResult {
  readonly requests: number
  readonly sequences: number
  readonly failures: readonly Shrunk[]
  readonly coverage: Coverage
  readonly learned: Session['learned']
  readonly stopped: Stopped | undefined
}

/** Sequences between two looks at what has been covered and learned. The same whatever the concurrency. */
const ROUND = 8

/** Judges a target, phase after phase. */
export async function runJudge(options: RunOptions): Promise<RunResult> {
  return new Run(options, await openSession(options)).all()
}

/** One sequence to be run: a phase, what it must have to itself, and who draws it. */
interface Planned {
  readonly phase: Phase
  readonly lanes: Lanes
  readonly drawer: () => Drawer
}

interface Performed {
  readonly planned: Planned
  readonly sequence: Sequence
  /** Of the run, when the sequence was through. */
  readonly requests: number
}

class Run {
  readonly #options: RunOptions
  readonly #session: Session
  readonly #cast: Cast
  readonly #operations: readonly Operation[]
  readonly #failures = new Map<string, Shrunk>()
  readonly #startedMs = Date.now()
  readonly #listen: (event: RunEvent) => void
  readonly #tidy: (sequence: Sequence) => Promise<void>
  #sequences = 0
  #stopped: Stopped | undefined

  constructor(options: RunOptions, session: Session) {
    const { contract, areas, listen = () => {} } = options
    this.#options = options
    this.#session = session
    this.#listen = listen
    this.#cast = castOf(contract)
    this.#tidy = makeTidy(session, this.#cast, !options.skip?.includes('clean-up'))
    this.#operations = judged(contract, areas)
  }

  async all(): Promise<RunResult> {
    const { url, seed, areas, shard, skip = [], runs } = this.#options
    const operations = this.#operations.map(({ id }) => id)
    this.#listen({ kind: 'started', url, seed, areas, operations, shard, skipped: skip, atMs: this.#startedMs })
    const walks = plannedWalks(this.#session, this.#operations)
    const invalid = walks.filter(isInvalid)
    await this.#walk(
      'walk',
      walks.filter((walk) => !isInvalid(walk)),
    )
    await this.#walk('invalid', [...invalid, ...oddWalks(this.#operations)])
    await this.#walk('parallel', parallelWalks(this.#operations))
    await this.#perform('random', runs, this.#themed())
    return this.#finished()
  }

  #walk(phase: Phase, walks: readonly Walk[]): Promise<void> {
    const { seed } = this.#options
    return this.#perform(phase, walks.length, (index) => {
      const walk = walks[index] ?? []
      return {
        phase,
        lanes: lanesOfWalk(this.#session, walk),
        drawer: () => drawWalk(this.#session, walk, (seed + index) | 0, this.#cast),
      }
    })
  }

  /** A theme for each number, whoever asks for it and when. */
  #themed(): (index: number) => Planned {
    const { seed, maxSteps, concurrency = 1 } = this.#options
    const all = themes(this.#operations).map((value) => ({ value, weight: value.operations.length }))
    return (index) => {
      const own = (seed + Math.imul(index + 1, 0x85ebca6b)) | 0
      const theme = makeSampler(own ^ 0x5bd1e995).weighted(all)
      const length = { seed: own, steps: maxSteps }
      return {
        phase: 'random',
        // It may cause any outside event.
        lanes: concurrency > 1 && theme ? lanesOfTheme(this.#session, theme.operations) : 'alone',
        drawer: () => (theme ? drawOnTheme(this.#session, theme, this.#cast, length) : () => undefined),
      }
    }
  }

  /** The sequences of a phase that are ours, round by round. */
  async #perform(phase: Phase, count: number, plan: (index: number) => Planned): Promise<void> {
    const { shard = { index: 1, of: 1 }, skip = [] } = this.#options
    if (skip.includes(phase) || count === 0 || this.#over()) return
    this.#listen({ kind: 'phase', phase })
    for (let first = shard.index - 1; first < count && !this.#over(); first += ROUND * shard.of) {
      const numbers = Array.from({ length: ROUND }, (_, place) => first + place * shard.of)
      await this.#round(numbers.filter((number) => number < count).map(plan))
    }
  }

  async #round(round: readonly Planned[]): Promise<void> {
    const { concurrency = 1, bail } = this.#options
    const salts = round.map(() => this.#salt())
    let found = false
    const jobs = round.map(
      (planned, place): Job<Performed> => ({
        // One after the other, in order, unless it is asked for.
        lanes: concurrency > 1 ? planned.lanes : 'alone',
        run: async () => {
          const sequence = await runDrawn(this.#session, salts[place] ?? '', planned.drawer())
          const { requests } = this.#session
          await this.#tidyUp(sequence)
          found ||= sequence.finding !== undefined
          if (sequence.lost && !this.#session.stopping()) await this.#checkReach(sequence.lost)
          this.#progress(planned.phase)
          return { planned, sequence, requests }
        },
      }),
    )
    // In the middle of a round requests are only counted where their order is certain.
    const performed = await inLanes(jobs, concurrency, () => !this.#over(concurrency === 1) && !(bail && found))
    const whole = performed.filter((one) => one !== undefined)
    for (const one of whole) await this.#keep(one)
    this.#session.learned = new Map([
      ...this.#session.learned,
      ...whole.flatMap(({ sequence }) => [...sequence.shadow.learned]),
    ])
    const { coverage } = this.#session
    this.#session.called = new Map(this.#operations.map(({ id }) => [id, timesCalled(coverage, id)]))
  }

  #progress(phase: Phase): void {
    const { requests, coverage } = this.#session
    const operations = this.#operations.filter(({ id }) => coverage.statuses.has(id)).length
    this.#listen({ kind: 'sequence', phase, requests, failures: this.#failures.size, operations })
  }

  async #keep({ sequence, requests }: Performed): Promise<void> {
    const { finding } = sequence
    if (!finding || this.#failures.has(keyOf(finding))) return
    if (this.#options.bail && this.#failures.size > 0) return
    this.#session.known.add(keyOf(finding))
    this.#listen({ kind: 'found', finding, requests })
    const shrunk = await shrink(
      this.#session,
      sequence,
      finding,
      () => this.#salt(),
      (one) => this.#tidyUp(one),
    )
    this.#failures.set(keyOf(finding), shrunk)
    this.#session.known.add(keyOf(shrunk.finding))
    this.#listen({ kind: 'failure', shrunk })
  }

  /** In every name a sequence gives: unique on a target that nobody resets. */
  #salt(): string {
    const { seed } = this.#options
    return `${(seed >>> 0).toString(36)}${(this.#startedMs % 46_656).toString(36)}${(this.#sequences++).toString(36)}`
  }

  /** What cannot be tidied up is listed, and is no reason to stop. */
  async #tidyUp(sequence: Sequence): Promise<void> {
    try {
      await this.#tidy(sequence)
    } catch (error) {
      this.#session.leftBehind.add(`what a sequence changed: ${(error as Error).message}`)
    }
  }

  async #checkReach(problem: string): Promise<void> {
    const { client } = this.#session
    const exchange = await client.send({ method: 'GET', path: '/api/v1/tokens', headers: {}, body: undefined })
    if (!exchange.answered) this.#stopped ??= { because: 'unreachable', detail: problem }
  }

  #over(counting = true): boolean {
    const { bail, maxRequests, timeLimitMs, signal } = this.#options
    const stop = (because: Stopped['because'], detail: string) => {
      this.#stopped ??= { because, detail }
    }
    const ended = this.#session.stopping()
    if (signal?.aborted) stop('interrupted', 'the run was interrupted')
    else if (bail && this.#failures.size > 0) stop('bail', 'a failure was found')
    else if (counting && maxRequests !== undefined && this.#session.requests >= maxRequests)
      stop('requests', `${maxRequests} requests were sent`)
    else if (timeLimitMs !== undefined && (ended || Date.now() - this.#startedMs >= timeLimitMs))
      stop('time', `${timeLimitMs / 1000} seconds have passed`)
    return this.#stopped !== undefined
  }

  #finished(): RunResult {
    if (this.#session.stopping()) this.#over()
    const { requests, coverage, budget, learned, leftBehind, contract, driver } = this.#session
    const facts = { requests, sequences: this.#sequences, coverage, stopped: this.#stopped }
    this.#listen({
      kind: 'finished',
      atMs: Date.now(),
      ...facts,
      unaffordable: [...budget.refused],
      uncaused: outsideEvents(contract).filter((event) => !driver.can(event)),
      leftBehind: [...leftBehind],
    })
    return { ...facts, failures: [...this.#failures.values()], learned }
  }
}

/** With an outside event of the theme in reach, it goes alone. */
function lanesOfTheme(session: Session, operations: readonly Operation[]): Lanes {
  return mayCauseEvent((event) => session.driver.can(event), operations) ? 'alone' : lanesOf(session, operations)
}

const outsideEvents = ({ controlOperations }: Contract): string[] =>
  [...controlOperations.values()].filter(({ path }) => path.includes('/events/')).map(({ id }) => id)

const isInvalid = (walk: Walk): boolean => walk.some((goal) => goal.kind === 'call' && goal.manner === 'broken')

/** The operations a run is about. */
export function judged(contract: Contract, areas: readonly string[]): Operation[] {
  return [...contract.operations.values()].filter(
    ({ id, area }) => modelled(id) && areas.includes(area) && !contract.profile.leaveOut.includes(id),
  )
}
