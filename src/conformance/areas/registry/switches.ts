import type { Switch } from '../../kit/switch.ts'

export const REGISTRY_SWITCHES: readonly Switch[] = [
  {
    event: 'paymentMethodChanges',
    off: { active: false },
    on: { active: true },
    only: ['createRegistry'],
  },
]
