import { expect, test } from 'vitest'
import { withoutIds } from '../../../src/conformance/session/without-ids.ts'

test('the same refusal of a driver is counted once, whatever ids and times it has', () => {
  const refused = (id: string, at: string) =>
    withoutIds(`messageSent: the driver answered 409 to messageSent: ${id} is paused since ${at} {"requestId":"${id}"}`)
  expect(refused('msg_18f2c9', '2026-11-16T07:16:00Z')).toBe(
    'messageSent: the driver answered 409 to messageSent: … is paused since … {"requestId":"…"}',
  )
  expect(refused('msg_18f2c9', '2026-11-16T07:16:00Z')).toBe(refused('90003-a', '2026-12-01'))
})
