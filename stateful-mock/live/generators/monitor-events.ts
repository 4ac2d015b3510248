import type { UptimeMonitorRow } from '../../../src/model/areas/uptime/state/index.ts'
import { type EventGenerator, type GeneratorContext, mayLeave, oneOf } from './event-generator.ts'

/** Maximum number of monitors that are down at the same time. */
const MOST_DOWN = 2

export const monitorFails: EventGenerator = (context) => {
  if (inState(context, 'down').length >= MOST_DOWN) return undefined
  const { org, dice } = context
  const monitor = oneOf(dice, inState(context, 'up'))
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

export const monitorRecovers: EventGenerator = (context) => {
  const monitor = oneOf(context.dice, mayLeave(inState(context, 'down'), inState(context, 'up')))
  if (!monitor) return undefined
  const body = { monitorId: monitor.id, outcome: 'ok', times: 2, latencyMs: context.dice.between(30, 140) } as const
  return { name: 'probeResult', org: context.org, body }
}

/** A probe that is slower or faster than usual, and else says nothing new. */
export const monitorIsMeasured: EventGenerator = (context) => {
  const monitor = oneOf(context.dice, inState(context, 'up'))
  if (!monitor) return undefined
  const latencyMs = context.dice.between(30, 260)
  return { name: 'probeResult', org: context.org, body: { monitorId: monitor.id, outcome: 'ok', latencyMs } }
}

const inState = ({ reader, org }: GeneratorContext, state: UptimeMonitorRow['state']): UptimeMonitorRow[] =>
  [...reader.oldest('UptimeMonitor', 'live', org)].filter((monitor) => monitor.enabled && monitor.state === state)
