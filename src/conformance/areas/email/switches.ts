import type { Switch } from '../../kit/switch.ts'

export const EMAIL_SWITCHES: readonly Switch[] = [
  {
    event: 'entitlementChanges',
    off: { area: 'email', enabled: false },
    on: { area: 'email', enabled: true },
  },
  {
    event: 'backendBehaves',
    off: { backend: 'email', reachable: false },
    on: { backend: 'email', reachable: true },
  },
  {
    event: 'backendBehaves',
    off: { backend: 'dns', reachable: false },
    on: { backend: 'dns', reachable: true },
    only: ['getDomainDns'],
  },
]
