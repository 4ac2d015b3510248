import { type Drawing, isoTime } from '../../../kit/drawing.ts'

export type AlertStatus = 'firing' | 'resolved'

/** Alertmanager's way to say that something has not ended. */
const NEVER = '0001-01-01T00:00:00Z'

/** What Alertmanager posts, version 4, about these alerts. */
export function posted({ salt, shadow }: Drawing, alerts: Readonly<Record<string, AlertStatus>>) {
  const at = isoTime(shadow.world.nowMs)
  return {
    version: '4',
    groupKey: `{}:{run="${salt}"}`,
    truncatedAlerts: 0,
    status: Object.values(alerts).includes('firing') ? 'firing' : 'resolved',
    receiver: 'oncall',
    groupLabels: {},
    commonLabels: {},
    commonAnnotations: {},
    externalURL: 'http://alertmanager.example',
    alerts: Object.entries(alerts).map(([name, status]) => ({
      status,
      labels: { alertname: `${name}-${salt}`, severity: 'critical' },
      annotations: { summary: `${name} of ${salt}` },
      startsAt: at,
      endsAt: status === 'resolved' ? at : NEVER,
      generatorURL: 'http://prometheus.example/graph',
      fingerprint: `${name}-${salt}`,
    })),
  }
}
