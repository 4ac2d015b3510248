import type { Contract } from '../../contract/contract.ts'
import { isObject } from '../../contract/json.ts'
import type { Client } from '../../target/client.ts'
import type { Driver } from '../../target/driver.ts'
import { makeStopping, type Stopping } from '../../target/stopping.ts'
import { DRAWN_EVENTS } from '../areas/of-all-areas.ts'
import { momentOf } from '../compare/moment.ts'
import { castOf } from '../kit/cast.ts'
import { makeBudget } from '../session/budget.ts'
import { newCoverage } from '../session/coverage.ts'
import { inTurns, movingClock } from '../session/moving-clock.ts'
import type { Receiver } from '../session/receiver.ts'
import type { Session } from '../session/session.ts'
import { makeTargetClock, type TargetClock } from '../session/target-clock.ts'
import { baseWorld } from '../start/base-world.ts'
import { withSingletons, withSingletonsOfTheirOwn } from '../start/singletons.ts'
import { toldChoices } from '../start/told-choices.ts'
import { WEBHOOK_RECEIVED } from '../step/receiver-look.ts'
import { endStrays } from './clean-up.ts'

export interface SessionOptions {
  readonly contract: Contract
  readonly client: Client
  readonly driver: Driver
  readonly receiver?: Receiver
  readonly url: string
  readonly learning?: boolean
  /** Number of concurrent sequences. */
  readonly concurrency?: number
  readonly signal?: AbortSignal
  /** The deadline of the run; without it only the signal stops the run. */
  readonly stopping?: Stopping
}

/** Reads the state of the target before anything is changed. */
export async function openSession(options: SessionOptions): Promise<Session> {
  const { contract, url, signal, receiver, concurrency = 1 } = options
  const stopping = options.stopping ?? makeStopping(signal ? { signal } : {})
  const clock = makeTargetClock()
  await readClock(clock, options)
  const ways = { client: options.client, driver: movingClock(options.driver, clock) }
  const { client, driver: moving } = concurrency > 1 ? inTurns(ways) : ways
  const told = considerate(moving, contract)
  const driver = receiver ? looking(told) : told
  const cast = castOf(contract)
  let base = await baseWorld(contract, client, clock.now())
  for (const actor of withSingletonsOfTheirOwn(cast)) base = await withSingletons({ contract, client }, base, actor)
  const session: Session = {
    contract,
    client,
    driver,
    receiver,
    url,
    coverage: newCoverage(),
    budget: makeBudget(contract),
    base,
    learned: toldChoices(contract),
    called: new Map(),
    requests: 0,
    learning: options.learning ?? false,
    clock,
    stopping: () => stopping.stopped,
    pause: (ms) => stopping.pause(ms),
    leftBehind: new Set(),
    known: new Set(),
    passedOver: new Set(),
    waits: 0,
    waitedMs: 0,
    insisted: new Map(),
    longest: new Map(),
    lacked: new Map(),
    neverListed: new Map(),
    late: false,
  }
  // Outside events would affect leftovers of an earlier run.
  if (EXCLUSIVE.some((event) => driver.can(event))) await endStrays(session, cast.main)
  return session
}

/** Reads the time of the target, if that is possible. */
async function readClock(clock: TargetClock, { driver }: SessionOptions): Promise<void> {
  if (!driver.can('getClock')) return
  const told = await driver.cause('getClock', {}).catch(() => undefined)
  const nowMs = isObject(told) ? momentOf(told.now) : undefined
  if (nowMs !== undefined) clock.says(nowMs)
}

/** The judge's own receiver can always be read. */
const looking = (driver: Driver): Driver => ({
  can: (event) => event === WEBHOOK_RECEIVED || driver.can(event),
  cause: (event, body) => driver.cause(event, body),
})

/** Outside events that would affect things of others in a shared organization. */
const EXCLUSIVE = [...DRAWN_EVENTS].flatMap(([name, { exclusive }]) => (exclusive ? [name] : []))

const considerate = (driver: Driver, { profile }: Contract): Driver =>
  profile.organization === 'exclusive'
    ? driver
    : {
        can: (event) => !EXCLUSIVE.includes(event) && driver.can(event),
        cause: (event, body) => driver.cause(event, body),
      }
