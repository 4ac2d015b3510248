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
export const PLENTY = 100_000

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
    event: 'quotaChanges',
    off: { quota: 'clusters', value: 0 },
    on: { quota: 'clusters', value: PLENTY },
    areas: ['clusters'],
    only: ['createCluster'],
  },
  {
    event: 'paymentMethodChanges',
    off: { active: false },
    on: { active: true },
    areas: ['registry'],
    only: ['createRegistry'],
  },
  {
    event: 'entitlementChanges',
    off: { area: 'email', enabled: false },
    on: { area: 'email', enabled: true },
    areas: ['email'],
  },
  {
    event: 'backendBehaves',
    off: { backend: 'email', reachable: false },
    on: { backend: 'email', reachable: true },
    areas: ['email'],
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

/** What a run makes must fit into the quotas, so they are raised first where somebody can. */
export const ROOM: readonly { readonly area: Area; readonly quota: string }[] = [
  { area: 'email', quota: 'daily-email' },
  { area: 'clusters', quota: 'clusters' },
]
