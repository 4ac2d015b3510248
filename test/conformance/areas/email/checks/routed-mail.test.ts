import { expect, test } from 'vitest'
import { routedMail } from '../../../../../src/conformance/areas/email/checks/routed-mail.ts'
import { apply, type Change } from '../../../../../src/model/world/world.ts'
import { answered, blankShadow } from '../../../../support/answered.ts'

const NOW = '2026-03-05T12:00:00Z'
const ALL = ['message.sent', 'message.received']

interface Case {
  readonly pattern: string
  /** The local parts of what was received, oldest first. */
  readonly to: readonly string[]
  /** The messages that the endpoint was told of. */
  readonly told: readonly number[]
  readonly eventTypes?: readonly string[]
  /** What had come when a route went. */
  readonly before?: readonly string[]
}

/** The deliveries that are called strays. */
function strays({ pattern, to, told, eventTypes = ALL, before = [] }: Case) {
  const shadow = blankShadow(NOW)
  const rows = [
    ['EmailWebhook', { id: 'web_1', org: 'acme', seq: 1, eventTypes }],
    ['EmailRoute', { id: 'rou_1', org: 'acme', seq: 2, domainId: 'dom_1', endpointId: 'web_1', pattern }],
    ...to.map((local, place) => [
      'EmailMessage',
      {
        ...{ id: `mes_${place}`, org: 'acme', seq: 3 + place, direction: 'receive', domainId: 'dom_1' },
        ...{ to: [`${local}@in.example`], createdAtMs: Date.parse(NOW) - 600_000 },
      },
    ]),
  ]
  const changes = rows.map(([table, row]) => ({ kind: 'put', table, row }))
  const world = apply(shadow.world, changes as unknown as Change[])
  const deliveries = told.map((place) => ({
    ...{ id: place, endpointId: 'web_1', eventType: 'message.received', messageId: `mes_${place}` },
  }))
  const seen = answered({ operation: 'listDeliveries', body: { deliveries }, shadow: { ...shadow, world } })
  return routedMail.look(seen, new Set(before)).found.map((one) => ('id' in one ? one.id : undefined))
}

test('mail that a pattern takes is handed on', () => {
  expect(strays({ pattern: 'help*', to: ['help-desk', 'Help'], told: [0, 1] })).toEqual([])
  expect(strays({ pattern: '*', to: ['anybody', 'else'], told: [0] })).toEqual([])
})

test('mail that no pattern takes is not, while other mail stays', () => {
  expect(strays({ pattern: 'help*', to: ['no-help', 'else'], told: [0] })).toEqual(['0'])
  expect(strays({ pattern: 'help', to: ['helps', 'else'], told: [0] })).toEqual(['0'])
})

test('an endpoint may hear of everything that is received, if it has chosen so', () => {
  expect(strays({ pattern: 'help', to: ['helps', 'else'], told: [0, 1] })).toEqual([])
  expect(strays({ pattern: 'help', to: ['helps'], told: [0] })).toEqual([])
  expect(strays({ pattern: 'help', to: ['helps'], told: [0], eventTypes: ['message.sent'] })).toEqual(['0'])
})

test('a route that is gone may have taken it', () => {
  expect(strays({ pattern: 'help', to: ['helps', 'else'], told: [0], before: ['mes_0'] })).toEqual([])
  expect(strays({ pattern: 'help', to: ['helps', 'else'], told: [0], before: ['mes_9'] })).toEqual(['0'])
})
