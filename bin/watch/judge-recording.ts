import { baseWorld } from '../../src/conformance/start/base-world.ts'
import type { AssumedCaller } from '../../src/conformance/traffic/caller.ts'
import type { TimedExchange } from '../../src/conformance/traffic/timed-exchange.ts'
import type { TrafficEvent } from '../../src/conformance/traffic/traffic-event.ts'
import { TrafficJudge } from '../../src/conformance/traffic/traffic-judge.ts'
import { trafficReport } from '../../src/conformance/traffic/traffic-report.ts'
import type { Contract } from '../../src/contract/contract.ts'
import type { RecordedExchange } from '../../src/scenario/recording/recorded-exchange.ts'
import { version } from '../command-line/version.ts'
import { recordedClient } from './recorded-client.ts'
import type { Watch } from './watch.ts'

type FoundEvent = Extract<TrafficEvent, { kind: 'found' }>

export interface RecordingOptions {
  readonly contract: Contract
  /** The URL of the target. */
  readonly url: string
  readonly assumed: AssumedCaller
  readonly onFound: (event: FoundEvent) => void
}

/** Judges a recording, ordered by its timestamps; undefined if it has no call of the API. */
export async function judgeRecording(
  recorded: readonly RecordedExchange[],
  options: RecordingOptions,
): Promise<Watch | undefined> {
  const { contract, url, assumed, onFound } = options
  if (recorded.length === 0) return undefined
  const exchanges = recorded.map(timed)
  const startedMs = exchanges.reduce((earliest, one) => Math.min(earliest, one.startedMs), Number.POSITIVE_INFINITY)
  const base = await baseWorld(contract, recordedClient(recorded), startedMs)
  const found: FoundEvent[] = []
  const judge = new TrafficJudge({
    contract,
    base,
    assumed,
    listen(event) {
      if (event.kind !== 'found') return
      found.push(event)
      onFound(event)
    },
  })
  for (const [number, exchange] of exchanges.entries()) judge.took(number, exchange)
  judge.finish()
  const endedMs = exchanges.reduce((latest, one) => Math.max(latest, one.endedMs), 0)
  const watched = { contract, base, url, startedMs, endedMs, understudy: version() }
  return { report: trafficReport(watched, judge, found), callers: judge.callers, strangers: judge.strangers }
}

/** Without timestamps, each exchange ended before the next one began. */
function timed(exchange: RecordedExchange, index: number): TimedExchange {
  const { atMs = index, tookMs = 0 } = exchange
  return { ...exchange, startedMs: atMs, endedMs: atMs + tookMs, ...(exchange.status === 0 && { isWhole: false }) }
}
