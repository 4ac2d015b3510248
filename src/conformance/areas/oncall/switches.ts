import type { Switch } from '../../kit/switch.ts'

/** A credential is tried out at its provider, and only that shows how the provider is. */
const provider = (behaviour: 'rejects' | 'unreachable'): Switch => ({
  event: 'providerBehaves',
  off: { behaviour },
  on: { behaviour: 'accepts' },
  only: ['setProviderCredential'],
})

export const ONCALL_SWITCHES: readonly Switch[] = [provider('rejects'), provider('unreachable')]
