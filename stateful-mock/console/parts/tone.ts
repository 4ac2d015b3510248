/** The tone of a state, which decides its colour and sign. */
export type Tone = 'good' | 'bad' | 'busy' | 'calm' | 'plain'

const TONES: Readonly<Record<Exclude<Tone, 'plain'>, readonly string[]>> = {
  good: [
    'up',
    'ready',
    'verified',
    'delivered',
    'resolved',
    'active',
    'sent',
    'received',
    'enabled',
    'live',
    'valid',
    'ok',
    'yes',
    'visible',
    'tagged',
  ],
  bad: [
    'down',
    'failed',
    'open',
    'bounced',
    'complained',
    'error',
    'fail',
    'bounce',
    'complaint',
    'paused',
    'not ready',
  ],
  busy: [
    'pending',
    'provisioning',
    'rolling',
    'acknowledged',
    'delivering',
    'queued',
    'deleting',
    'upgrading',
    'updating',
  ],
  calm: ['revoked', 'disabled', 'expired', 'none', 'gone', 'hidden', 'used', 'unused', 'no', 'manual', 'untagged'],
}

export function toneOf(state: string): Tone {
  const word = state.toLowerCase()
  const found = Object.entries(TONES).find(([, words]) => words.includes(word))
  return (found?.[0] as Tone | undefined) ?? 'plain'
}

export const toneOfStatus = (status: number): Tone =>
  status === 0 || status >= 500 ? 'bad' : status >= 400 ? 'busy' : status >= 300 ? 'calm' : 'good'
