import { expect, test } from 'vitest'
import { SENDING_SCRIPTS } from '../../../../src/conformance/areas/email/scripts/sending.ts'
import { isObject } from '../../../../src/contract/json.ts'
import { as, found, type Mistake, type Plan } from '../../../support/mistaken-target.ts'

/** The walks that read the settings and then send with a key. */
const sending: Plan = (_, all) =>
  SENDING_SCRIPTS.flatMap(({ walks }) => walks(all) ?? []).filter((walk) => {
    const called = walk.flatMap((goal) => (goal.kind === 'call' ? goal.operation.id : []))
    return called.includes('getEmailSettings') && called.includes('sendMessage')
  })

/** Refuses every message, and shows these settings. */
const refusing = (settings: object): Mistake => ({
  answered({ sent, received }) {
    if (sent.path.endsWith('/email/send')) return as(received, 403, { error: 'not today' })
    if (!sent.path.endsWith('/email/settings') || !isObject(received.json)) return received
    return as(received, 200, { ...received.json, ...settings })
  },
})

test.concurrent('a key that may not send, though the settings show nothing against it', async () => {
  const seen = await found(refusing({}), sending, [])
  expect(seen).toMatchObject({ code: 'refused', operation: 'sendMessage', severity: 'failure' })
})

test.concurrent.for([
  { paused: true, pausedAt: '2026-03-01T10:00:00Z', pauseReason: 'bounces' },
  { acceptedToday: undefined },
])('a pause or a quota may be in the way: %j', async (settings) => {
  const seen = await found(refusing(settings), sending, [])
  expect(seen?.operation).not.toBe('sendMessage')
})

test.concurrent('a domain may take longer to be verified than anybody waits', async () => {
  const unverified = refusing({})
  const seen = await found(
    {
      answered: (exchange) => {
        const { sent, received } = exchange
        const isDomain = /\/email\/domains\/[^/]+$/.test(sent.path) && isObject(received.json)
        return isDomain
          ? as(received, 200, { ...(received.json as object), sendState: 'pending' })
          : (unverified.answered?.(exchange) ?? received)
      },
    },
    sending,
    [],
  )
  expect(seen?.operation).not.toBe('sendMessage')
})

test.concurrent('nothing is found where messages are taken', async () => {
  expect(await found(undefined, sending, [])).toBeUndefined()
})
