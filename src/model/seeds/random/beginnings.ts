import { HOUR } from '../kit/durations.ts'
import type { Growing } from './hand/growing.ts'
import { Hand, ORGS } from './hand/hand.ts'

/** What an organization has before anything else: room for so many things, contacts, and people who can be paged. */
export function begin(growing: Growing, size: number): void {
  for (const org of ORGS) {
    const hand = new Hand(growing, org)
    for (const quota of ['clusters', 'monitors', 'daily-email'] as const)
      hand.happens('quotaChanges', { quota, value: size + ROOM_BESIDE })
    if (size > 0) hand.after(HOUR, () => settle(hand))
  }
}
const ROOM_BESIDE = 50

function settle(hand: Hand): void {
  const { org, staff } = hand
  hand.ask('updateContacts', {
    body: {
      billingEmail: `billing@${org}.example`,
      technicalEmail: `ops@${org}.example`,
      securityEmail: `security@${org}.example`,
    },
  })
  hand.ask('setProviderCredential', {
    body: {
      accountSid: 'AC5f0e1d2c3b4a59687786a5b4c3d2e1f0',
      authToken: '0c1d2e3f405162738495a6b7c8d9eaf0',
      fromNumber: '+15550100',
    },
  })
  for (const [index, { credential }] of staff.entries()) {
    // Whoever has set nothing is told by email at once (On-call, operation 8).
    if (hand.happensTo(0.3)) continue
    const rules = hand
      .some(CHANNELS, 1, 2)
      .map((channel, place) => ({ channel, delaySeconds: place * 60 * hand.dice.between(1, 5) }))
    hand.ask('savePagingSettings', { credential, body: { phone: `+1555011${index}`, rules } })
  }
}
const CHANNELS = ['email', 'sms', 'voice'] as const
