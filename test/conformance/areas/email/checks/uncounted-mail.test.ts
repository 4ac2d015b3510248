import { expect, test } from 'vitest'
import { uncountedMail } from '../../../../../src/conformance/areas/email/checks/uncounted-mail.ts'
import { apply, type Change } from '../../../../../src/model/world/world.ts'
import { answered, blankShadow } from '../../../../support/answered.ts'

interface Seen {
  readonly at?: string
  readonly received?: number
  readonly sent?: number
  /** Sent by another organization. */
  readonly elsewhere?: number
  /** Sent three days ago, and delivered since. */
  readonly told?: number
  readonly accepted: number
  readonly organization?: 'exclusive' | 'open'
}

/** A look at the settings after so much mail. */
function look({ at = '12:02', accepted, organization = 'exclusive', ...mail }: Seen) {
  const shadow = blankShadow(`2026-03-05T${at}:00Z`)
  const { received = 0, sent = 0, elsewhere = 0, told = 0 } = mail
  const lately = { domainId: 'd', stage: 'sent', createdAtMs: shadow.world.nowMs }
  const rows = [
    ...Array.from({ length: received }, () => ({ ...lately, org: 'acme', direction: 'receive' })),
    ...Array.from({ length: sent }, () => ({ ...lately, org: 'acme', direction: 'send' })),
    ...Array.from({ length: elsewhere }, () => ({ ...lately, org: 'globex', direction: 'send' })),
    ...Array.from({ length: told }, () => ({
      ...{ ...lately, org: 'acme', direction: 'send', stage: 'delivered' },
      createdAtMs: Date.parse('2026-03-02T12:00:00Z'),
    })),
  ].map((row, seq) => ({ id: `m${seq}`, seq, ...row }))
  const changes = rows.map((row) => ({ kind: 'put', table: 'EmailMessage', row }))
  const world = apply(shadow.world, changes as unknown as Change[])
  const body = { acceptedToday: accepted }
  const given = answered({ operation: 'getEmailSettings', body, shadow: { ...shadow, world } })
  return { ...given, contract: { ...given.contract, profile: { ...given.contract.profile, organization } } }
}

/** What is found in the second of two looks, the first at 40. */
const second = (seen: Seen) =>
  uncountedMail.look(look(seen), uncountedMail.look(look({ at: '12:01', accepted: 40 }), uncountedMail.start).memory)
    .found

test('what comes in is not counted as sent', () => {
  expect(second({ received: 1, accepted: 41 })).toMatchObject([{ path: 'acceptedToday', expected: 40, actual: 41 }])
  expect(second({ received: 1, accepted: 40 })).toEqual([])
})

test('what another organization sends is not counted', () => {
  expect(second({ elsewhere: 1, accepted: 41 })).toMatchObject([{ path: 'acceptedToday', expected: 40, actual: 41 }])
  expect(second({ elsewhere: 1, accepted: 40 })).toEqual([])
  expect(second({ elsewhere: 1, sent: 1, accepted: 41 })).toEqual([])
})

test('what was sent days ago is not counted when its fate is told', () => {
  expect(second({ told: 1, accepted: 41 })).toMatchObject([{ path: 'acceptedToday', expected: 40, actual: 41 }])
  expect(second({ told: 1, accepted: 40 })).toEqual([])
  expect(second({ told: 1, sent: 1, accepted: 41 })).toEqual([])
})

test('something sent, somebody else or another day may be the reason', () => {
  expect(second({ received: 1, sent: 1, accepted: 41 })).toEqual([])
  expect(second({ received: 1, accepted: 41, organization: 'open' })).toEqual([])
  expect(second({ received: 1, accepted: 41, at: '12:16' })).toEqual([])
  expect(second({ accepted: 41 })).toEqual([])
})
