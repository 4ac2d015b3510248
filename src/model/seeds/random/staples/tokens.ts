import { DAY } from '../../kit/durations.ts'
import { scopeFor } from '../bodies/scopes.ts'
import type { Staple } from './staple.ts'

/** A token that may do little, and one that was switched off. */
export const TOKEN_STAPLES: readonly Staple[] = [
  [
    4 * DAY,
    (hand) => {
      const [owner] = hand.staff
      const scope = scopeFor(hand, owner.credential)
      if (scope) hand.ask('createToken', { body: { name: 'status script', scope } })
    },
  ],
  [
    12 * DAY,
    (hand) => {
      const old = hand.ask('createToken', { body: { name: 'old laptop' } })
      if (old) hand.after(5 * DAY, () => hand.happens('tokenDisabled', { tokenId: old.id }))
    },
  ],
]
