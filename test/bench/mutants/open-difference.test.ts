import { expect, test } from 'vitest'
import { openDifference } from '../../../bench/mutants/open-difference.ts'
import { loadContract } from '../../../src/contract/contract.ts'
import source from '../../../src/contract/generated/spec.js'

const contract = loadContract(source)

/** Whether two answers of a path differ only where the contract is silent. */
function isOpen(
  target: string,
  one: unknown,
  other: unknown,
  statuses: readonly [number, number] = [200, 200],
): boolean {
  const [first, second] = [one, other].map((body) => JSON.stringify(body))
  const what = openDifference(contract, {
    method: 'GET',
    target,
    one: { status: statuses[0], body: first ?? '' },
    other: { status: statuses[1], body: second ?? '' },
  })
  return what !== undefined
}

const SERVICES = '/api/v1/uptime/services'
const A = { id: 'a', name: 'A', monitors: 0, createdAt: '' }
const B = { id: 'b', name: 'B', monitors: 1, createdAt: '' }

test('another status is no open difference, other words of an error are one', () => {
  expect(isOpen(SERVICES, { error: 'no' }, { error: 'never' }, [404, 404])).toBe(true)
  expect(isOpen(SERVICES, { error: 'no' }, { error: 'no' }, [404, 403])).toBe(false)
})

test('the order of a list is open where none is stated', () => {
  expect(isOpen(SERVICES, { services: [A, B] }, { services: [B, A] })).toBe(true)
  expect(isOpen(SERVICES, { services: [A, B] }, { services: [A] })).toBe(false)
  expect(isOpen(SERVICES, { services: [A] }, { services: [{ ...A, monitors: 2 }] })).toBe(false)
  const [old, young] = [{ id: 'm1' }, { id: 'm2' }]
  expect(isOpen('/api/v1/email/messages', { messages: [old, young] }, { messages: [young, old] })).toBe(false)
})

test('fields that are not listed, or are open, may differ', () => {
  expect(isOpen(SERVICES, { services: [A] }, { services: [{ ...A, colour: 'red' }] })).toBe(true)
  expect(isOpen('/api/v1/uptime/ping', { org: 'acme', time: 't' }, { org: 'Acme', time: 't' })).toBe(true)
})

const moved = (at: string, from: string, to: string) => ({ at, from, to, failingVantages: [] })
const [UP, DOWN, UP_AGAIN] = [moved('1', 'pending', 'up'), moved('2', 'up', 'down'), moved('3', 'down', 'up')]

test('which changes of state there were is open; that they are newest first and follow each other is not', () => {
  const isAnother = (...other: object[]) =>
    isOpen('/api/v1/uptime/monitors/m1/transitions', { transitions: [DOWN, UP] }, { transitions: other })
  expect(isAnother(UP_AGAIN, DOWN, UP)).toBe(true)
  expect(isAnother(UP, DOWN)).toBe(false)
  expect(isAnother(UP_AGAIN, UP)).toBe(false)
  expect(isAnother()).toBe(false)
})

test('a page of the message log may be shorter, but not begin elsewhere', () => {
  const isAnother = (...ids: string[]) =>
    isOpen(
      '/api/v1/email/messages',
      { messages: ['m3', 'm2', 'm1'].map((id) => ({ id })) },
      { messages: ids.map((id) => ({ id })) },
    )
  expect(isAnother('m3', 'm2')).toBe(true)
  expect(isAnother('m2', 'm1')).toBe(false)
  expect(isAnother()).toBe(false)
})

test('series are compared by vantage, whatever their points', () => {
  const series = (...vantages: string[]) => ({
    series: vantages.map((vantage, at) => ({ points: [{ t: at }], vantage })),
  })
  const target = '/api/v1/uptime/monitors/m1/metrics'
  expect(isOpen(target, series('fra', 'iad'), series('iad', 'fra'))).toBe(true)
  expect(isOpen(target, series('fra', 'iad'), series('fra'))).toBe(false)
})

test('the states of deliveries are open, whom they go to is not', () => {
  const isAnother = (other: object) =>
    isOpen(
      '/api/v1/email/webhook-deliveries',
      { deliveries: [{ id: 1, endpointId: 'a', state: 'pending' }] },
      { deliveries: [{ id: 1, endpointId: 'a', state: 'pending', ...other }] },
    )
  expect(isAnother({ state: 'failed' })).toBe(true)
  expect(isAnother({ endpointId: 'b' })).toBe(false)
})

test('the status of a refusal is open where none is stated', () => {
  const isAnother = (path: string, statuses: readonly [number, number]) =>
    isOpen(`/api/v1/${path}`, { error: '' }, { error: '' }, statuses)
  expect(isAnother('registry/registries/x/keys', [404, 403])).toBe(true)
  expect(isAnother('uptime/monitors/x', [404, 403])).toBe(false)
  expect(isAnother('registry/registries/x/keys', [200, 403])).toBe(false)
})

test('a driver may report another choice at an open point, and nothing else', () => {
  const bounced = '/_understudy/events/message-bounced'
  expect(isOpen(bounced, { paused: false, suppressed: [] }, { paused: true, suppressed: [] })).toBe(true)
  expect(isOpen(bounced, { paused: false, suppressed: [] }, { paused: true, suppressed: ['a@b.example'] })).toBe(false)
  expect(isOpen('/_understudy/events/credential-used', { accepted: true }, { accepted: false })).toBe(false)
})

test('a vantage without data may have a series or none', () => {
  const isAnother = (...series: object[]) =>
    isOpen(
      '/api/v1/uptime/monitors/m1/metrics',
      { series: [{ vantage: 'fra', points: [{ t: 1 }] }, EMPTY] },
      { series },
    )
  expect(isAnother({ vantage: 'fra', points: [{ t: 1 }] })).toBe(true)
  expect(isAnother(EMPTY)).toBe(false)
})
const EMPTY = { vantage: 'sin', points: [] }
