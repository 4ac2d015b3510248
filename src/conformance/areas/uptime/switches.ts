import { listedFor } from '../../checks/beyond-quota.ts'
import { PLENTY, type Switch } from '../../kit/switch.ts'
import { beyondMonitors } from './places.ts'

export const UPTIME_SWITCHES: readonly Switch[] = [
  {
    event: 'entitlementChanges',
    off: { area: 'uptime', enabled: false },
    on: { area: 'uptime', enabled: true },
  },
  {
    event: 'backendBehaves',
    off: { backend: 'uptime', reachable: false },
    on: { backend: 'uptime', reachable: true },
  },
  {
    event: 'quotaChanges',
    off: { quota: 'monitors', value: 0 },
    on: { quota: 'monitors', value: PLENTY },
    only: ['createMonitor'],
    there: listedFor(beyondMonitors),
  },
  {
    event: 'metricsAvailability',
    off: { available: false },
    on: { available: true },
    only: ['getMonitorMetrics', 'getMonitor'],
    // Endpoints, Uptime, row 12: the monitor is unaffected.
    spares: ['getMonitor', 'listMonitors'],
    single: { field: 'monitorId', entity: 'UptimeMonitor' },
  },
]
