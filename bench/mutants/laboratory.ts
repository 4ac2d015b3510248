import { join } from 'node:path'
import { sameJson } from '../../src/conformance/compare/compare.ts'
import { keyOf } from '../../src/conformance/finding/key.ts'
import { castOf } from '../../src/conformance/kit/cast.ts'
import type { Drawer } from '../../src/conformance/kit/drawer.ts'
import { openSession } from '../../src/conformance/run/open-session.ts'
import { makeTidying } from '../../src/conformance/run/tidy.ts'
import { runDrawn, type Sequence } from '../../src/conformance/sequence/sequence.ts'
import { newCoverage } from '../../src/conformance/session/coverage.ts'
import type { Session } from '../../src/conformance/session/session.ts'
import { makeTargetClock } from '../../src/conformance/session/target-clock.ts'
import { type Contract, loadContract } from '../../src/contract/contract.ts'
import source from '../../src/contract/generated/spec.js'
import { mockProfile } from '../../src/target/opening/mock-profile.ts'
import type { Answer } from '../../stateful-mock/http/wire.ts'
import type { WorldState } from '../../stateful-mock/journal/world-state.ts'
import { type Ask, clientOf, driverOf, HOST, type MockParts, mockOptions } from '../eyesight/judge-mock.ts'
import { activate, boundCircles, notePlaces, passedAtLoading } from './mutant.ts'
import { openDifference } from './open-difference.ts'
import { makeRenaming, type Renaming } from './renamed.ts'
import { seenBy } from './seen-by.ts'

/** Two organizations may have clusters of one name: only so can one be mistaken for the other. */
const NAMESAKES = { 'clusters.name-scope': 'organization' } as const

/** One request to the mock as it was made, and what the caller saw. */
interface Exchange {
  readonly method: string
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly text: string | undefined
  readonly atMs: number
  readonly told: string
  readonly status: number
  readonly body: string
}

/** The start of a sequence, at the target and in the judge. */
interface Before {
  readonly state: WorldState
  readonly atMs: number
  readonly base: Session['base']
  readonly learned: Session['learned']
}

/** A sequence that was run without a mutant, and all there is to run it again with one. */
export interface Recorded {
  readonly sequence: Sequence
  readonly before: Before
  readonly exchanges: readonly Exchange[]
  readonly drawer: () => Drawer
  readonly salt: string
  /** The time at which each step was drawn. */
  readonly moments: readonly number[]
  /** The mutants whose places it passed. */
  readonly passes: ReadonlySet<string>
  readonly observed: ReadonlySet<string>
  /** What it says that nothing can be concluded from. */
  readonly inconclusive: ReadonlySet<string>
}

/** The result of a sequence on a mutant. */
export type Seen =
  | { readonly kind: 'same' }
  /** Answers differ; the judge takes them. */
  | { readonly kind: 'let pass'; readonly at: Exchange; readonly instead: string }
  /** The driver does not do an event, or does not tell what came of it, and the run says so. */
  | { readonly kind: 'driver'; readonly at: Exchange; readonly instead: string }
  /** Answers differ, but only where the contract is silent, and there in this. */
  | { readonly kind: 'open'; readonly at: Exchange; readonly instead: string; readonly what: string }
  | { readonly kind: 'observed'; readonly gap: string; readonly steps: number }
  | { readonly kind: 'found'; readonly key: string; readonly severity: string; readonly steps: number }

export interface Laboratory {
  /** Mutants that were asked for before anything could be looked at. */
  readonly atLoading: ReadonlySet<string>
  readonly contract: Contract
  readonly session: Session
  record(drawer: () => Drawer): Promise<Recorded>
  /** Looks at a recorded sequence again with a mutant on. */
  look(recorded: Recorded, mutant: string): Promise<Seen>
}

/** The mock of a copy of the sources in this process, a judge beside it, with a driver or without, and a clock that both go by. */
export async function openLaboratory(folder: string, hasDriver: boolean): Promise<Laboratory> {
  const clock = virtualClock()
  const mock = await mockOf(folder, clock)
  const atLoading = passedAtLoading()
  const profile = await mockProfile(clientOf(mock.ask))
  const contract = loadContract(source, profile)
  const parts = { contract, client: clientOf(mock.ask), driver: driverOf(mock.ask, contract, hasDriver) }
  const session = await openSession({ ...parts, url: `http://${HOST}:1` })
  const cast = castOf(contract)
  const { tidy } = makeTidying(session, cast, true)
  let count = 0

  async function record(drawer: () => Drawer): Promise<Recorded> {
    const before = { state: mock.state, atMs: clock.now(), base: session.base, learned: session.learned }
    const salt = `zq7${(count++).toString(36).padStart(4, '0')}`
    mock.exchanges.length = 0
    const coverage = newCoverage()
    const passed = notePlaces()
    const draw = drawer()
    const moments: number[] = []
    const sequence = await runDrawn({ ...session, coverage }, salt, (shadow, ...rest) => {
      moments.push(shadow.world.nowMs)
      return draw(shadow, ...rest)
    })
    const passes = new Set(passed())
    const exchanges = [...mock.exchanges]
    await tidy(sequence)
    session.learned = new Map([...session.learned, ...sequence.shadow.learned])
    const said = { observed: observationsIn(coverage), inconclusive: new Set(coverage.inconclusive.keys()) }
    return { sequence, before, exchanges, drawer, salt, moments, passes, ...said }
  }

  async function look(recorded: Recorded, mutant: string): Promise<Seen> {
    const { before, exchanges, drawer, salt, observed, inconclusive } = recorded
    activate(mutant)
    try {
      mock.become(before.state)
      if (!(await differs(exchanges))) return { kind: 'same' }
      mock.become(before.state)
      clock.set(before.atMs)
      const own = {
        ...session,
        ...{ base: before.base, learned: before.learned, coverage: newCoverage(), clock: makeTargetClock() },
        ...{ caused: new Set<string>(), known: new Set<string>() },
      }
      own.clock.says(before.atMs)
      const { finding, trace } = await runDrawn(own, salt, drawer())
      const steps = trace.length
      if (finding) return { kind: 'found', key: keyOf(finding), severity: finding.severity, steps }
      const gap = [...observationsIn(own.coverage)].find((one) => !observed.has(one))
      if (gap !== undefined) return { kind: 'observed', gap, steps }
      mock.become(before.state)
      const seen = await differencesIn(exchanges)
      const isTold = [...own.coverage.inconclusive.keys()].some((one) => !inconclusive.has(one))
      const isOfItsOwn =
        seen.kind === 'let pass' && isOfDriver(seen.at) && (isTold || tellsLess(seen.at.told, seen.instead))
      return isOfItsOwn ? { ...seen, kind: 'driver' } : seen
    } finally {
      activate(undefined)
    }
  }

  /** True if any answer is another one. */
  async function differs(exchanges: readonly Exchange[]): Promise<boolean> {
    for (const one of exchanges) {
      clock.set(one.atMs)
      if (seenBy(one.target, await mock.answer(one)) !== one.told) return true
    }
    return false
  }

  /** The first answer that differs in what is stated, or else the first that differs at all. Made-up values are no difference. */
  async function differencesIn(exchanges: readonly Exchange[]): Promise<Seen> {
    const renaming = makeRenaming()
    let open: Seen = { kind: 'same' }
    for (const one of exchanges) {
      clock.set(one.atMs)
      const { status, body = '', ...rest } = await mock.answer(renamedBy(renaming, one))
      renaming.learn(one.body, body)
      const instead = seenBy(one.target, { status, body, ...rest })
      if (instead === renaming.of(one.told)) continue
      // The driver does not do it in either case.
      if (isOfDriver(one) && one.status >= 400 && status >= 400) continue
      const two = { one: { status: one.status, body: renaming.of(one.body) }, other: { status, body } }
      const what = openDifference(contract, { method: one.method, target: one.target, ...two })
      if (what === undefined) return { kind: 'let pass', at: one, instead }
      if (open.kind === 'same') open = { kind: 'open', at: one, instead, what }
      // What follows from a choice is as open as the choice.
      if (one.status < 400 !== status < 400 || isOfDriver(one)) return open
    }
    return open
  }

  return { atLoading, contract, session, record, look }
}

const isOfDriver = ({ target }: Exchange): boolean => /^\/_understudy\/(events|clock)/.test(target)

/** True if a driver reports the same but for what it leaves out. */
function tellsLess(told: string, instead: string): boolean {
  const [want, got] = [told, instead].map((text): unknown[] => JSON.parse(text.slice(STATUS_LENGTH) || '[]'))
  const isSameOrNothing = (value: unknown, place: number) => value === null || sameJson(value, want?.[place])
  return told.slice(0, STATUS_LENGTH) === instead.slice(0, STATUS_LENGTH) && got?.every(isSameOrNothing) === true
}
const STATUS_LENGTH = 4

/** A request of the unchanged run, with the values that the changed one made up. */
const renamedBy = (renaming: Renaming, { method, target, headers, text }: Exchange) => ({
  method,
  target: renaming.of(target),
  headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, renaming.of(value)])),
  text: text === undefined ? undefined : renaming.of(text),
})

const observationsIn = ({ observations }: Session['coverage']): ReadonlySet<string> =>
  new Set([...observations].flatMap(([gap, seen]) => [...seen.keys()].map((value) => `${gap} = ${value}`)))

type Clock = ReturnType<typeof virtualClock>

/** A clock that goes on a little whenever it is looked at, for everybody in this process. */
function virtualClock() {
  let nowMs = Date.now()
  Date.now = () => {
    nowMs += 0.05
    return Math.floor(nowMs)
  }
  return {
    now: () => Math.floor(nowMs),
    set(toMs: number) {
      nowMs = toMs
    },
  }
}

async function mockOf(folder: string, clock: Clock) {
  const { makeNodeMock } = await import(join(folder, 'stateful-mock/node/node-mock.ts'))
  const { answerRequest } = await import(join(folder, 'stateful-mock/server/answer-request.ts'))
  const parts: MockParts = { makeNodeMock, answerRequest }
  let atMs = clock.now()
  const mock = parts.makeNodeMock({ ...mockOptions(NAMESAKES), realNow: () => atMs })
  const sandbox = mock.sandboxes.defaultSandbox
  // Responses cached without a mutant would be returned with one.
  sandbox.answerCache.get = () => undefined
  const untouched = sandbox.holder.journal.fork()
  const exchanges: Exchange[] = []
  const answer = async ({
    method,
    target,
    headers,
    text,
  }: Omit<Exchange, 'atMs' | 'told' | 'status' | 'body'>): Promise<Answer> => {
    atMs = clock.now()
    boundCircles()
    const request = { method, target, headers: { host: HOST, ...headers }, body: new TextEncoder().encode(text) }
    return parts.answerRequest(mock, request).answer
  }
  const ask: Ask = async (method, target, headers, text) => {
    const asked = { method, target, headers, text }
    const given = await answer(asked)
    exchanges.push({ ...asked, atMs, told: seenBy(target, given), status: given.status, body: given.body ?? '' })
    return given
  }
  return {
    ask,
    answer,
    exchanges,
    get state() {
      return sandbox.holder.state
    },
    become(state: WorldState) {
      sandbox.holder.continueFrom({ start: sandbox.holder.start, journal: untouched.fork(), state })
    },
  }
}
