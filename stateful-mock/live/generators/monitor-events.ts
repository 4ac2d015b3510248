import type { UptimeMonitorRow } from '../../../src/model/areas/uptime/state.ts'
import { oneOf, type Plot, type Stage } from './event-generator.ts'

/** So many are down at a time. */
const MOST_DOWN = 2

export const monitorFails: Plot = (stage) => {
  if (inState(stage, 'down').length >= MOST_DOWN) return undefined
  const { org, dice } = stage
  const monitor = oneOf(dice, inState(stage, 'up'))
  if (!monitor) return undefined
  const body = {
    monitorId: monitor.id,
    outcome: 'fail',
    times: monitor.downCondition.confirmations,
    latencyMs: dice.between(150, 900),
    ...(monitor.kind === 'http'
      ? { errorKind: 'status', errorDetail: 'got 503 where a 2xx is expected', responseSnippet: 'Service Unavailable' }
      : { errorKind: 'connect', errorDetail: 'connection refused' }),
  } as const
  return { name: 'probeResult', org, body }
}

export const monitorRecovers: Plot = (stage) => {
  const monitor = oneOf(stage.dice, inState(stage, 'down'))
  if (!monitor) return undefined
  const body = { monitorId: monitor.id, outcome: 'ok', times: 2, latencyMs: stage.dice.between(30, 140) } as const
  return { name: 'probeResult', org: stage.org, body }
}

/** A probe that is slower or faster than usual, and else says nothing new. */
export const monitorIsMeasured: Plot = (stage) => {
  const monitor = oneOf(stage.dice, inState(stage, 'up'))
  if (!monitor) return undefined
  const latencyMs = stage.dice.between(30, 260)
  return { name: 'probeResult', org: stage.org, body: { monitorId: monitor.id, outcome: 'ok', latencyMs } }
}

const inState = ({ here, org }: Stage, state: UptimeMonitorRow['state']): UptimeMonitorRow[] =>
  [...here.oldest('UptimeMonitor', 'live', org)].filter((monitor) => monitor.enabled && monitor.state === state)
