import { type Drawing, isoTime } from '../../../kit/drawing.ts'

/** Alertmanager's way to say that something has not ended. */
const NEVER = '0001-01-01T00:00:00Z'

/** What all alerts of a delivery have in common. */
interface Alike {
  /** Of any kind. */
  readonly labels?: Readonly<Record<string, string>>
  /** They began so long ago, and are told of again and again, as Alertmanager does. */
  readonly hoursAgo?: number
  /** What is said of them, besides which ones they are. */
  readonly told?: string
}
const HOUR_MS = 3_600_000

/** Alertmanager's payload, version 4, for alerts that fire, and for some of the same group that have ended. */
export function posted(
  { salt, shadow }: Drawing,
  firing: readonly string[],
  ended: readonly string[] = [],
  { labels = {}, hoursAgo = 0, told: text }: Alike = {},
) {
  const now = isoTime(shadow.world.nowMs)
  const told = (name: string, status: 'firing' | 'resolved', endsAt: string) => ({
    status,
    labels: { alertname: `${name}-${salt}`, severity: 'critical', ...labels },
    annotations: { summary: text ?? `${name} of ${salt}` },
    startsAt: isoTime(shadow.world.nowMs - hoursAgo * HOUR_MS),
    endsAt,
    generatorURL: 'http://prometheus.example/graph',
    fingerprint: `${name}-${salt}`,
  })
  return {
    version: '4',
    groupKey: `{}:{run="${salt}"}`,
    truncatedAlerts: 0,
    status: firing.length > 0 ? 'firing' : 'resolved',
    receiver: 'oncall',
    groupLabels: {},
    commonLabels: {},
    commonAnnotations: {},
    externalURL: 'http://alertmanager.example',
    alerts: [...firing.map((name) => told(name, 'firing', NEVER)), ...ended.map((name) => told(name, 'resolved', now))],
  }
}
