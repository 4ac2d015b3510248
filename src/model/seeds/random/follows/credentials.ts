import { DAY, HOUR, MINUTE } from '../../kit/durations.ts'
import type { Hand } from '../hand/hand.ts'

type Kind = 'personal-token' | 'registry-key' | 'export-token'

interface Used {
  readonly id: string
  readonly secret: string
  readonly registry?: string
}

/** Most keys and tokens are used, some only once, and some never. */
export function isUsed(hand: Hand, kind: Kind, credential: Used): void {
  const times = hand.happensTo(0.2) ? 0 : hand.dice.between(1, 3)
  for (let time = 0; time < times; time++)
    hand.after(hand.between(5 * MINUTE, 12 * DAY), () => hand.happens('credentialUsed', { kind, ...credential }))
}

/** Now and then one is lost, or not needed any more. */
export function isTakenBack(hand: Hand, share: number, how: () => void): void {
  if (hand.happensTo(share)) hand.after(hand.between(6 * HOUR, 20 * DAY), how)
}
