import { expect, test } from 'vitest'
import { attempts } from '../../../../../src/conformance/areas/email/checks/mail-progress.ts'
import { apply, type Change } from '../../../../../src/model/world/world.ts'
import { answered, blankShadow } from '../../../../support/answered.ts'

/** A look at a delivery of a message that went out days ago, made at this time and never tried. */
function look(createdAt: string) {
  const shadow = blankShadow('2026-03-05T12:00:00Z')
  const rows = [
    {
      kind: 'put',
      table: 'EmailMessage',
      row: { id: 'mes_1', org: 'acme', seq: 1, createdAtMs: Date.parse('2026-03-01') },
    },
    { kind: 'put', table: 'EmailWebhook', row: { id: 'web_1', org: 'acme', seq: 2, disabled: false } },
  ] as unknown as Change[]
  const delivery = { id: 7, endpointId: 'web_1', messageId: 'mes_1', state: 'pending', attempts: 0, createdAt }
  const body = { deliveries: [delivery] }
  return answered({ operation: 'listDeliveries', body, shadow: { ...shadow, world: apply(shadow.world, rows) } })
}

test('a delivery without an attempt for half a day', () => {
  const { found } = attempts.look(look('2026-03-04T12:00:00Z'), undefined)
  expect(found).toEqual([{ code: 'no-attempt', entity: 'EmailDelivery', id: '7', rules: ['EML-15'] }])
})

test('a new delivery of an old message has time', () => {
  expect(attempts.look(look('2026-03-05T11:59:00Z'), undefined).found).toEqual([])
})
