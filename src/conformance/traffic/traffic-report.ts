import { AREAS } from '../../contract/areas.ts'
import type { Contract } from '../../contract/contract.ts'
import type { World } from '../../model/world/world.ts'
import { makeReport } from '../report/make-report.ts'
import type { Report } from '../report/report.ts'
import type { RunEvent, Stopped } from '../report/run-event.ts'
import type { Shrunk } from '../sequence/shrink.ts'
import { newShadow } from '../shadow/shadow.ts'
import type { TrafficEvent } from './traffic-event.ts'
import type { TrafficJudge } from './traffic-judge.ts'

/** A period of watching: the target, its contract, and when it started and ended. */
export interface Watched {
  readonly contract: Contract
  readonly base: World
  readonly url: string
  readonly startedMs: number
  readonly endedMs: number
  readonly understudy: string
  readonly stopped?: Stopped
}

type FoundEvent = Extract<TrafficEvent, { kind: 'found' }>

/** A report like that of `verify`, for watched traffic. Findings come with the exchanges that led to them, not reduced. */
export function trafficReport(
  { contract, base, url, startedMs, endedMs, understudy, stopped }: Watched,
  { coverage, exchanges }: Pick<TrafficJudge, 'coverage' | 'exchanges'>,
  found: readonly FoundEvent[],
): Report {
  const events: RunEvent[] = [
    {
      kind: 'started',
      url,
      seed: 0,
      areas: AREAS,
      operations: [...contract.operations.keys()],
      shard: undefined,
      skipped: [],
      atMs: startedMs,
    },
    ...found.map((event): RunEvent => ({ kind: 'failure', shrunk: asShrunk(event, base) })),
    {
      kind: 'finished',
      atMs: endedMs,
      requests: exchanges,
      sequences: 0,
      coverage,
      unaffordable: [],
      usedUp: [],
      uncaused: [],
      leftBehind: [],
      stopped,
    },
  ]
  return makeReport(contract, events, { understudy })
}

function asShrunk({ finding, trace }: FoundEvent, base: World): Shrunk {
  const steps = trace.map(({ step }) => step)
  const shadow = newShadow(base, new Map(), '')
  return {
    sequence: { steps, trace, finding, lost: undefined, shadow, salt: '' },
    finding,
    how: 'not-reduced',
    unreduced: 'not-sent',
  }
}
