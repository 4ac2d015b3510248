import type { Area } from '../../contract/areas.ts'

/** Something outside the API that can be turned off and on again. */
export interface Switch {
  readonly event: string
  readonly off: Readonly<Record<string, unknown>>
  readonly on: Readonly<Record<string, unknown>>
  readonly areas: readonly Area[]
  /** Only these operations show it. */
  readonly only?: readonly string[]
}

/** High enough for anything a run makes. */
const PLENTY = 100_000

export const SWITCHES: readonly Switch[] = [
  {
    event: 'entitlementChanges',
    off: { area: 'uptime', enabled: false },
    on: { area: 'uptime', enabled: true },
    areas: ['uptime'],
  },
  {
    event: 'backendBehaves',
    off: { backend: 'uptime', reachable: false },
    on: { backend: 'uptime', reachable: true },
    areas: ['uptime'],
  },
  {
    event: 'quotaChanges',
    off: { quota: 'monitors', value: 0 },
    on: { quota: 'monitors', value: PLENTY },
    areas: ['uptime'],
    only: ['createMonitor'],
  },
  {
    event: 'metricsAvailability',
    off: { available: false },
    on: { available: true },
    areas: ['uptime'],
    only: ['getMonitorMetrics', 'getMonitor'],
  },
  {
    event: 'providerBehaves',
    off: { behaviour: 'rejects' },
    on: { behaviour: 'accepts' },
    areas: ['oncall'],
    only: ['setProviderCredential'],
  },
  {
    event: 'providerBehaves',
    off: { behaviour: 'unreachable' },
    on: { behaviour: 'accepts' },
    areas: ['oncall'],
    only: ['setProviderCredential'],
  },
]
