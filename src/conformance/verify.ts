import { AREAS, type Area } from '../contract/areas.ts'
import type { Contract } from '../contract/contract.ts'
import type { Profile } from '../contract/profile.ts'
import { isLoopback } from '../target/loopback.ts'
import { openTarget } from '../target/opening/open-target.ts'
import { Unusable } from '../target/opening/unusable.ts'
import { type WorldAnew, worldAnew } from '../target/opening/world-anew.ts'
import { makeStopping } from '../target/stopping.ts'
import { liveRedactor } from '../target/writing/live-redactor.ts'
import { mintedSecrets } from '../target/writing/minted-secrets.ts'
import type { Redactor } from '../target/writing/redactor.ts'
import { AREA_JUDGES } from './areas/index.ts'
import { makeReport } from './report/make-report.ts'
import type { Phase } from './report/phases.ts'
import type { Report } from './report/report.ts'
import type { RunEvent, Shard } from './report/run-event.ts'
import { PRESETS, type Preset } from './run/presets.ts'
import type { RunResult } from './run/run-options.ts'
import { runJudge } from './run/runner.ts'
import { type Receiver, startReceiver } from './session/receiver.ts'

export interface VerifyOptions {
  readonly url: string
  /** A file, or one that was read already. Our own mock needs none. */
  readonly profile?: string | Profile
  /** The folder of the driver's module, when the profile is not a file. */
  readonly folder?: string
  /** The time to wait for a target that is still starting. */
  readonly waitMs?: number
  readonly areas?: readonly string[]
  readonly preset?: Preset
  readonly seed?: number
  /** Random sequences. */
  readonly runs?: number
  readonly maxSteps?: number
  readonly maxRequests?: number
  readonly timeLimitMs?: number
  readonly skip?: readonly Phase[]
  readonly concurrency?: number
  /** Requests in a second at most. */
  readonly rate?: number
  readonly shard?: Shard
  /** The target may be on another machine. */
  readonly allowChanges?: boolean
  readonly bail?: boolean
  /** Warnings are failures, also to `bail`. */
  readonly strict?: boolean
  /** Keys of failures that are known already: `bail` goes on past them. */
  readonly baseline?: ReadonlySet<string>
  readonly learning?: boolean
  readonly signal?: AbortSignal
  readonly listen?: (event: RunEvent) => void
  /** Hears, before the first request, how to take out of any text what nobody is to read of this run. */
  readonly onRedactor?: (redact: (text: string) => string) => void
  readonly version?: string
}

export interface Verification {
  readonly contract: Contract
  readonly result: RunResult
  readonly report: Report
  /** Takes out what nobody is to read of this run. */
  readonly redactor: Redactor
}

/** Judges a target and says what it came to. Throws Unusable when there is nothing to judge. */
export async function verify(options: VerifyOptions): Promise<Verification> {
  const { url, seed = randomSeed(), rate, concurrency = 1, listen = () => {} } = options
  const stopping = makeStopping({
    ...(options.signal && { signal: options.signal }),
    ...(options.timeLimitMs !== undefined && { afterMs: options.timeLimitMs }),
  })
  const target = await openTarget({
    ...options,
    stopping,
    purpose: 'change',
    tryCredentials: !options.skip?.includes('reach'),
    connections: Math.max(concurrency, CONNECTIONS),
    polite: rate === undefined ? {} : { rate },
  }).catch((error: unknown) => {
    throw (stopping.stopped ? endedByTime(error, options) : undefined) ?? error
  })
  const { contract, driver } = target
  const minted = mintedSecrets(contract)
  const redactor = liveRedactor(contract, minted)
  options.onRedactor?.((text) => redactor().secrets(text))
  const client = minted.watch(target.client)
  const areas = options.areas ?? AREAS
  let receiver: Receiver | undefined
  let anew: WorldAnew | undefined
  try {
    anew = await worldAnew({ ...target, client }, options.shard === undefined)
    receiver = AREAS.some((area) => areas.includes(area) && isTold(area)) ? await receiverFor(contract, url) : undefined
    const events: RunEvent[] = []
    const result = await runJudge({
      ...PRESETS[options.preset ?? 'usual'],
      ...options,
      contract,
      client,
      driver,
      stopping,
      ...(receiver && { receiver }),
      ...(anew && { anew }),
      seed,
      areas,
      listen: (event) => {
        events.push(event)
        listen(event)
      },
    })
    return {
      contract,
      result,
      redactor: redactor(),
      report: makeReport(contract, events, { understudy: options.version ?? 'unknown', minted: minted.all() }),
    }
  } finally {
    await anew?.close()
    await target.close()
    await receiver?.close()
  }
}

/** Where there was no time to find out anything of the target, nothing is said of it. */
function endedByTime(error: unknown, { timeLimitMs, signal }: VerifyOptions): Unusable | undefined {
  if (timeLimitMs === undefined || signal?.aborted || !(error instanceof Unusable)) return undefined
  return new Unusable(`The time limit of ${timeLimitMs / 1000} s ended the run before it began; give it more time.`)
}

/** Enough for the requests of one branch. */
const CONNECTIONS = 8
const randomSeed = () => Math.floor(Math.random() * 2 ** 31)

/** True if in an area's scripts the target sends webhooks to us, or asks us for keys. */
const isTold = (area: Area): boolean =>
  AREA_JUDGES[area].scripts.some(({ receives, welcomesReceiver }) => receives || welcomesReceiver)

/** A target on this machine reaches us by itself; for another one the profile says how. */
async function receiverFor({ profile }: Contract, url: string): Promise<Receiver | undefined> {
  const { receiverUrl } = profile.vocabulary
  if (receiverUrl === undefined && !isLoopback(new URL(url).hostname)) return undefined
  try {
    return await startReceiver(receiverUrl)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new Unusable(
      `Webhooks cannot be received at ${receiverUrl ?? 'this machine'}: ${code ?? message}. Give another vocabulary.receiverUrl.`,
    )
  }
}
