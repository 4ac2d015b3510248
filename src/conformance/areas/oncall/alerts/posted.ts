import { type Drawing, isoTime } from '../../../kit/drawing.ts'

/** Alertmanager's way to say that something has not ended. */
const NEVER = '0001-01-01T00:00:00Z'

/** Alertmanager's payload, version 4, for these firing alerts. */
export function posted({ salt, shadow }: Drawing, alerts: readonly string[]) {
  return {
    version: '4',
    groupKey: `{}:{run="${salt}"}`,
    truncatedAlerts: 0,
    status: 'firing',
    receiver: 'oncall',
    groupLabels: {},
    commonLabels: {},
    commonAnnotations: {},
    externalURL: 'http://alertmanager.example',
    alerts: alerts.map((name) => ({
      status: 'firing',
      labels: { alertname: `${name}-${salt}`, severity: 'critical' },
      annotations: { summary: `${name} of ${salt}` },
      startsAt: isoTime(shadow.world.nowMs),
      endsAt: NEVER,
      generatorURL: 'http://prometheus.example/graph',
      fingerprint: `${name}-${salt}`,
    })),
  }
}
