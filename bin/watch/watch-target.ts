import type { Report } from '../../src/conformance/report/report.ts'
import type { TrafficEvent } from '../../src/conformance/traffic/traffic-event.ts'
import { TrafficJudge } from '../../src/conformance/traffic/traffic-judge.ts'
import { trafficReport } from '../../src/conformance/traffic/traffic-report.ts'
import { version } from '../command-line/version.ts'
import { type RunningProxy, startProxy } from '../proxy/proxy.ts'
import { EndOfWatch } from './end-of-watch.ts'
import { openWatched } from './open-watched.ts'
import { Pump } from './pump.ts'

type FoundEvent = Extract<TrafficEvent, { kind: 'found' }>

export interface WatchOptions {
  readonly target: string
  readonly port: number
  readonly host: string
  readonly profile?: string
  /** Milliseconds. */
  readonly for?: number
  readonly exchanges?: number
  readonly signal: AbortSignal
  /** Whether a finding ends it. */
  readonly ends: (event: FoundEvent) => boolean
  readonly onReady: (proxy: RunningProxy, judged: 'in full' | 'without callers') => void
  readonly onFound: (event: FoundEvent) => void
  /** The target could not be reached. */
  readonly onProblem: (problem: string) => void
}

export interface Watch {
  readonly report: Report
  readonly callers: number
  readonly strangers: number
}

/** Stands in front of a target and judges what passes, until it is to end. */
export async function watchTarget(options: WatchOptions): Promise<Watch> {
  const { target, port, host, exchanges, signal } = options
  const opened = await openWatched(target, options.profile)
  const end = new EndOfWatch()
  const found: FoundEvent[] = []
  const judge = new TrafficJudge({
    ...opened,
    listen(event) {
      if (event.kind !== 'found') return
      found.push(event)
      options.onFound(event)
      if (options.ends(event)) end.because('bail')
    },
  })
  const pump = new Pump(judge)
  const proxy = await startProxy({
    target,
    port,
    host,
    listener: {
      began(number, atMs) {
        judge.began(number, atMs)
        pump.stir()
      },
      over(number, passed) {
        if (passed.answered) judge.took(number, passed.exchange)
        else judge.lost(number, performance.timeOrigin + performance.now())
        if (!passed.answered && passed.reached !== true) options.onProblem(passed.problem)
        pump.stir()
        if (exchanges !== undefined && judge.exchanges >= exchanges) end.because('exchanges')
      },
    },
  })
  const startedMs = Date.now()
  const timer = options.for === undefined ? undefined : setTimeout(() => end.because('time'), options.for)
  signal.addEventListener('abort', () => end.because('interrupted'))
  const isKnown = Object.values(opened.contract.profile.actors).some(({ headers }) => Object.keys(headers).length > 0)
  options.onReady(proxy, isKnown ? 'in full' : 'without callers')
  await end.reached
  clearTimeout(timer)
  await proxy.close()
  pump.finish()
  const watched = { ...opened, url: target, startedMs, endedMs: Date.now(), understudy: version() }
  return { report: trafficReport(watched, judge, found), callers: judge.callers, strangers: judge.strangers }
}
