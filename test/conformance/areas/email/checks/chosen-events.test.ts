import { expect, test } from 'vitest'
import { chosenEvents } from '../../../../../src/conformance/areas/email/checks/chosen-events.ts'
import { apply, type Change } from '../../../../../src/model/world/world.ts'
import { answered, blankShadow } from '../../../../support/answered.ts'

interface Before {
  readonly routed?: boolean
  readonly changed?: 'before' | 'after'
  readonly memory?: typeof chosenEvents.start
}

/** What is said of a delivery of a message that went out, to an endpoint for these events. */
function said(eventTypes: readonly string[], { routed = false, changed, memory = chosenEvents.start }: Before = {}) {
  const shadow = blankShadow('2026-03-05T12:00:00Z')
  const rows = {
    EmailWebhook: { id: 'web_1', org: 'acme', seq: 1, eventTypes },
    EmailMessage: { id: 'mes_1', org: 'acme', seq: 3, domainId: 'd' },
    ...(routed && {
      EmailRoute: { id: 'rou_1', org: 'acme', seq: 2, domainId: 'd', endpointId: 'web_1', pattern: '*' },
    }),
  }
  const changes = Object.entries(rows).map(([table, row]) => ({ kind: 'put', table, row }))
  const world = apply(shadow.world, changes as unknown as Change[])
  const body = { deliveries: [{ id: 1, endpointId: 'web_1', eventType: 'message.sent', messageId: 'mes_1' }] }
  const given = answered({ operation: 'listDeliveries', body, shadow: { ...shadow, world } })
  const vocabulary = { eventTypes: ['message.sent', 'message.bounced'] }
  const contract = { ...given.contract, profile: { ...given.contract.profile, vocabulary } }
  // The message was there when the endpoint was changed, or came after it.
  const before = new Map([['web_1', new Set(changed === 'after' ? ['mes_1'] : [])]])
  const remembered = changed ? { ...memory, changed: before } : memory
  return chosenEvents.look({ ...given, contract }, remembered).found.map(({ code }) => code)
}

test('an endpoint is not told of events that it was not created for', () => {
  expect(said(['message.bounced'])).toEqual(['value'])
  expect(said(['message.bounced', 'message.sent'])).toEqual([])
})

test('a route, a change or words that nobody knows may be the reason', () => {
  expect(said(['message.bounced'], { routed: true })).toEqual([])
  expect(said(['message.bounced'], { changed: 'after' })).toEqual([])
  expect(said(['message.*'])).toEqual([])
  expect(said([])).toEqual([])
})

test('from a change on an endpoint is told of what it names now', () => {
  expect(said(['message.bounced'], { changed: 'before' })).toEqual(['value'])
  expect(said(['message.sent'], { changed: 'before' })).toEqual([])
})

test('what a route brought stays there when the route has gone', () => {
  const shadow = blankShadow('2026-03-05T12:00:00Z')
  const made = { operation: 'createRoute', sent: { endpointId: 'web_1' }, shadow }
  const { memory } = chosenEvents.look(answered(made), chosenEvents.start)
  expect(said(['message.bounced'], { memory })).toEqual([])
})
