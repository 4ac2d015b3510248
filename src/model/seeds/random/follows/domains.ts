import { HOUR, MINUTE } from '../../kit/durations.ts'
import type { Hand } from '../hand/hand.ts'

/** What somebody does about a domain: everything, only what sending needs, not all that receiving needs, or nothing. */
export type Care = 'all' | 'sends' | 'forgets to receive' | 'forgets all'

/** Records are published some minutes after they are known, and the domain is checked. */
export function isCaredFor(hand: Hand, id: string, care = careOf(hand)): void {
  if (care === 'forgets all') return
  const parameters = { id }
  hand.after(hand.between(2 * MINUTE, 50 * MINUTE), () => {
    hand.happens('dnsRecordPublished', { domain: id })
    hand.ask('checkDomain', { parameters })
  })
  if (care === 'sends') return
  hand.after(HOUR, () => hand.ask('armDomainReceiving', { parameters }))
  if (care === 'all')
    hand.after(hand.between(70 * MINUTE, 4 * HOUR), () => {
      hand.happens('dnsRecordPublished', { domain: id })
      hand.ask('checkDomain', { parameters })
    })
}

/** Most are made to receive, so that there can be mail. */
function careOf(hand: Hand): Care {
  const drawn = hand.dice.share()
  if (drawn < 0.7 || hand.all('EmailDomain').length < 3) return 'all'
  return drawn < 0.8 ? 'sends' : drawn < 0.9 ? 'forgets to receive' : 'forgets all'
}
