import { isCall } from '../../src/conformance/traffic/call.ts'
import type { TrafficEvent } from '../../src/conformance/traffic/traffic-event.ts'
import { UsageError } from '../command-line/usage-error.ts'
import { version } from '../command-line/version.ts'
import { type RunningProxy, startProxy } from '../proxy/proxy.ts'
import { EndOfWatch } from './end-of-watch.ts'
import { JudgeThread } from './judge-thread.ts'
import type { Watch } from './watch.ts'
import { watchedContract } from './watched-contract.ts'

type FoundEvent = Extract<TrafficEvent, { kind: 'found' }>

export interface WatchOptions {
  readonly target: string
  readonly port: number
  readonly host: string
  readonly profile?: string
  /** The actor for requests whose credential is missing or unknown. */
  readonly as?: string
  /** Milliseconds. */
  readonly for?: number
  readonly exchanges?: number
  readonly signal: AbortSignal
  /** Whether a finding ends watching. */
  readonly ends: (event: FoundEvent) => boolean
  readonly onReady: (proxy: RunningProxy, judged: 'in full' | 'without callers') => void
  readonly onFound: (event: FoundEvent) => void
  /** The target could not be reached. */
  readonly onProblem: (problem: string) => void
}

/** Runs a proxy in front of a target and judges its traffic until watching ends. */
export async function watchTarget(options: WatchOptions): Promise<Watch> {
  const { target, port, host, signal, as } = options
  const contract = await watchedContract(target, options.profile)
  const { profile } = contract
  if (as !== undefined && !profile.actors[as]) throw new UsageError(`The profile has no actor ${as}.`)
  const end = new EndOfWatch()
  signal.addEventListener('abort', () => end.because('interrupted'))
  const judge = await JudgeThread.started(
    { target, profile, assumed: as === undefined ? { missing: 'nobody' } : { missing: 'unknown', as } },
    {
      found(event) {
        options.onFound(event)
        if (options.ends(event)) end.because('bail')
      },
      failed: () => end.because('failure'),
    },
  )
  const { handover } = judge
  let left = options.exchanges ?? Number.POSITIVE_INFINITY
  try {
    const proxy = await startProxy({
      target,
      port,
      host,
      listener: {
        began: (number, atMs) => handover.began(number, atMs),
        over(number, passed) {
          if (passed.answered) handover.took(number, passed.exchange)
          else handover.lost(number, performance.timeOrigin + performance.now())
          if (!passed.answered && passed.reached !== true) options.onProblem(passed.problem)
          if (passed.answered && isCall(contract, passed.exchange) && --left <= 0) end.because('exchanges')
        },
      },
    })
    const startedMs = Date.now()
    const timer = options.for === undefined ? undefined : setTimeout(() => end.because('time'), options.for)
    const isKnown = Object.values(profile.actors).some(({ headers }) => Object.keys(headers).length > 0)
    options.onReady(proxy, isKnown ? 'in full' : 'without callers')
    await end.reached
    clearTimeout(timer)
    await proxy.close()
    return await judge.finish({ url: target, startedMs, endedMs: Date.now(), understudy: version() })
  } finally {
    await judge.close()
  }
}
