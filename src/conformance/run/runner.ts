import type { Contract } from '../../contract/contract.ts'
import type { Operation } from '../../contract/operations.ts'
import { modelled } from '../../model/model.ts'
import { alike, type Finding } from '../finding/finding.ts'
import { keyOf, keyWithoutRace } from '../finding/key.ts'
import { castOf } from '../kit/cast.ts'
import { usefulEvents } from '../plan/useful-events.ts'
import type { Phase } from '../report/phases.ts'
import type { RunEvent, Stopped } from '../report/run-event.ts'
import { broadest } from '../sequence/broadest.ts'
import { runAgain, runDrawn, type Sequence } from '../sequence/sequence.ts'
import { type Repeat, type Shrunk, shrink } from '../sequence/shrink.ts'
import { reducedUnhurried } from '../sequence/unhurried.ts'
import { count, timesCalled } from '../session/coverage.ts'
import type { Session } from '../session/session.ts'
import { ALONE, isAlone } from './lanes.ts'
import { openSession } from './open-session.ts'
import { type PlannedPhase, type PlannedSequence, plannedPhases } from './planned-phases.ts'
import { inLanes, type Job } from './rounds.ts'
import type { RunOptions, RunResult } from './run-options.ts'
import { saltOf } from './salt.ts'
import { shownAgain } from './shown-again.ts'
import { stopReason } from './stop-reason.ts'
import { makeTidying, type Tidying } from './tidy.ts'

/** Number of sequences after which coverage and learned choices are updated, whatever the concurrency. */
const ROUND = 8
/** Where several run at the same time, at the end of a round some wait for the last. */
const ROUND_IN_COMPANY = 64

/** Judges a target, phase after phase. */
export async function runJudge(options: RunOptions): Promise<RunResult> {
  return new Run(options, await openSession(options)).all()
}

/** Of the requests that a run may send, before what comes last. */
const NEARLY_ALL = 0.9

const isOptionalMissing = ({ severity, code }: Finding): boolean => severity === 'warning' && code === 'missing'

interface Performed {
  readonly sequence: Sequence
  /** Other sequences ran at the same time. */
  readonly hadCompany: boolean
  /** Of the run, when the sequence was through. */
  readonly requests: number
}

class Run {
  readonly #options: RunOptions
  readonly #session: Session
  readonly #operations: readonly Operation[]
  readonly #failures = new Map<string, Shrunk>()
  /** Keys of findings as sequences showed them, before they were reduced. */
  readonly #shown = new Set<string>()
  readonly #startedMs = Date.now()
  readonly #listen: (event: RunEvent) => void
  readonly #tidying: Tidying
  /** Operations of the run that were answered, of all that were. */
  #covered = { of: 0, operations: 0 }
  /** What is still to come at the end. */
  #last: readonly PlannedPhase[] = []
  #sequences = 0
  #stopped: Stopped | undefined

  constructor(options: RunOptions, session: Session) {
    const { contract, areas, listen = () => {} } = options
    this.#options = options
    this.#session = session
    this.#listen = listen
    const { skip = [] } = options
    this.#tidying = makeTidying(session, castOf(contract), !skip.includes('clean-up'))
    this.#operations = judged(contract, areas)
  }

  async all(): Promise<RunResult> {
    const { url, seed, areas, shard, skip = [] } = this.#options
    const operations = this.#operations.map(({ id }) => id)
    this.#listen({ kind: 'started', url, seed, areas, operations, shard, skipped: skip, atMs: this.#startedMs })
    const phases = plannedPhases(this.#session, this.#operations, this.#options)
    this.#last = phases.filter(({ last }) => last)
    for (const phase of phases.filter(({ last }) => !last)) await this.#perform(phase)
    await this.#performLast()
    return this.#finished()
  }

  /** What comes last. */
  async #performLast(): Promise<void> {
    const phases = this.#last
    this.#last = []
    for (const phase of phases) await this.#perform(phase)
  }

  /** True when little is left of the requests that a run may send. */
  #isNearlyOver(): boolean {
    const { maxRequests = Number.POSITIVE_INFINITY } = this.#options
    return this.#session.requests >= maxRequests * NEARLY_ALL
  }

  /** The sequences of a phase that are ours, round by round. */
  async #perform({ phase, count, sequence }: PlannedPhase): Promise<void> {
    const { shard = { index: 1, of: 1 }, skip = [], concurrency = 1 } = this.#options
    if (skip.includes(phase) || count === 0 || this.#over()) return
    this.#listen({ kind: 'phase', phase })
    const length = concurrency > 1 ? ROUND_IN_COMPANY : ROUND
    for (let first = shard.index - 1; first < count && !this.#over(); first += length * shard.of) {
      if (this.#isNearlyOver()) await this.#performLast()
      const numbers = Array.from({ length }, (_, place) => first + place * shard.of)
      await this.#round(phase, numbers.filter((number) => number < count).map(sequence))
    }
  }

  async #round(phase: Phase, round: readonly PlannedSequence[]): Promise<void> {
    const { concurrency = 1, bail } = this.#options
    const salts = round.map(() => this.#salt())
    let found = false
    const jobs = round.map((planned, place): Job<Performed> => {
      // In order, one after the other, unless concurrency is requested.
      const lanes = concurrency > 1 ? planned.lanes : ALONE
      const hasCompany = !isAlone(lanes)
      return {
        lanes,
        run: async () => {
          if (!hasCompany) await this.#tidying.putClockBack()
          const sequence = await runDrawn(this.#session, salts[place] ?? '', planned.drawer())
          const { requests } = this.#session
          await this.#tidyUp(sequence, hasCompany)
          found ||= sequence.finding !== undefined && this.#stopsFor(sequence.finding)
          if (sequence.lost && !this.#session.stopping()) await this.#checkReach(sequence.lost)
          this.#progress(phase)
          return { sequence, requests, hadCompany: hasCompany }
        },
      }
    })
    const performed = await inLanes(jobs, concurrency, () => !this.#over() && !(bail && found))
    await this.#tidying.putClockBack()
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
    if (this.#covered.of !== coverage.statuses.size)
      this.#covered = {
        of: coverage.statuses.size,
        operations: this.#operations.filter(({ id }) => coverage.statuses.has(id)).length,
      }
    const { operations } = this.#covered
    const count = (severity: Finding['severity']) =>
      [...this.#failures.values()].filter(({ finding }) => finding.severity === severity).length
    const found = { failures: count('failure'), warnings: count('warning') }
    this.#listen({ kind: 'sequence', phase, requests, ...found, operations })
  }

  async #keep({ sequence, requests, hadCompany }: Performed): Promise<void> {
    const { finding } = sequence
    if (!finding || this.#isKnown(finding)) return
    if (this.#options.bail && this.#newFailures() > 0) return
    this.#shown.add(keyOf(finding))
    this.#session.known.add(keyOf(finding))
    this.#listen({ kind: 'found', finding, requests })
    const shrunk = await this.#reduced(sequence, finding)
    if (!shrunk) return this.#takeBack(finding, 'came after a stale read')
    if (hadCompany && !hasShownAgain(shrunk)) return this.#takeBack(finding, 'did not happen again alone')
    const key = keyOf(shrunk.finding)
    this.#session.known.add(key)
    if (this.#failures.has(key)) return
    this.#failures.set(key, shrunk)
    if (isOptionalMissing(shrunk.finding)) this.#session.passedOver.add(key)
    this.#listen({ kind: 'failure', shrunk })
  }

  /** A mistake that shows without a race is not reported again for one. */
  #isKnown(finding: Finding): boolean {
    const keys = [keyOf(finding), keyWithoutRace(finding)].filter((key) => key !== undefined)
    return keys.some((key) => this.#shown.has(key) || this.#failures.has(key))
  }

  /** Stale reads or other sequences may have led to it; another sequence may show the same failure without them. */
  #takeBack(finding: Finding, why: string): void {
    const { known, coverage } = this.#session
    this.#shown.delete(keyOf(finding))
    known.delete(keyOf(finding))
    count(coverage.inconclusive, `${finding.operation} ${why}`)
  }

  /** The failure as it is reported: reduced, with the one broken rule, and reproduced; undefined if stale reads led to it. */
  async #reduced(sequence: Sequence, finding: Finding): Promise<Shrunk | undefined> {
    const session = this.#session
    const reduced = await reducedUnhurried(session, {
      sequence,
      finding,
      repeat: this.#repeat,
      reduce: async (repeat) => {
        const shortest = await shrink(session, sequence, finding, repeat)
        return shortest.how === 'flaky' ? shortest : broadest(session, shortest, repeat)
      },
    })
    const isSame = reduced === undefined || alike(reduced.finding, finding)
    const showing = { ...this.#options, session, salt: this.#salt }
    return reduced && shownAgain(showing, isSame ? sequence : reduced.sequence, reduced)
  }

  /** True if `bail` ends the run with this finding: it is not known yet, and it keeps the target from conforming. */
  #stopsFor(finding: Finding): boolean {
    const { strict = false, baseline } = this.#options
    return (strict || finding.severity === 'failure') && !baseline?.has(keyOf(finding))
  }

  #newFailures(): number {
    return [...this.#failures.values()].filter(({ finding }) => this.#stopsFor(finding)).length
  }

  readonly #repeat: Repeat = async (steps) => {
    const sequence = await runAgain(this.#session, steps, this.#salt())
    await this.#tidyUp(sequence)
    return sequence
  }

  readonly #salt = (): string => saltOf(this.#options.seed, this.#startedMs, this.#sequences++)

  /** Things that cannot be cleaned up are listed, and are no reason to stop. */
  async #tidyUp(sequence: Sequence, hasCompany = false): Promise<void> {
    try {
      await this.#tidying.tidy(sequence, hasCompany)
    } catch (error) {
      this.#session.leftBehind.add(`what a sequence changed: ${(error as Error).message}`)
    }
  }

  async #checkReach(problem: string): Promise<void> {
    const { client } = this.#session
    const exchange = await client.send({ method: 'GET', path: '/api/v1/tokens', headers: {}, body: undefined })
    if (!exchange.answered) this.#stopped ??= { because: 'unreachable', detail: problem }
  }

  #over(): boolean {
    this.#stopped ??= stopReason(this.#options, {
      requests: this.#session.requests,
      failures: this.#newFailures(),
      startedMs: this.#startedMs,
      stopping: this.#session.stopping(),
    })
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
      usedUp: budget.usedUp(),
      uncaused: usefulEvents(contract, this.#operations).filter((event) => !driver.can(event)),
      leftBehind: [...leftBehind],
    })
    return { ...facts, failures: [...this.#failures.values()], learned }
  }
}

/** True if a failure was seen a second time, in a sequence that ran alone. */
const hasShownAgain = ({ how, unreduced }: Shrunk): boolean => how !== 'flaky' && unreduced !== 'ended'

/** The operations a run is about. */
function judged(contract: Contract, areas: readonly string[]): Operation[] {
  return [...contract.operations.values()].filter(
    ({ id, area }) => modelled(id) && areas.includes(area) && !contract.profile.leaveOut.includes(id),
  )
}
