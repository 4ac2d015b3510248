import { expect, test } from 'vitest'
import { mayStillGo } from '../../../src/conformance/area-judge/may-still-go.ts'
import type { Disagreement } from '../../../src/conformance/checks/excuse.ts'
import { thingKey } from '../../../src/conformance/shadow/shadow.ts'
import { answered, blankShadow } from '../../support/answered.ts'

const going = 'prod'
const shadow = { ...blankShadow('2026-03-01T10:00:00Z'), gone: new Set([thingKey('Cluster', 'acme', going)]) }

function isExcused(operation: string, sent: unknown, disagreement: object): boolean {
  const whole = { mismatches: [], seen: shadow, ...disagreement } as unknown as Disagreement
  return mayStillGo(answered({ operation, body: {}, sent, shadow }), whole) !== undefined
}

const held = (id: string) => ({ outcome: { kind: 'success' }, mismatches: [{ code: 'holds', id }] })
const named = (id: string) => ({ name: 'ci', scope: [{ role: 'reader', resourceIds: [id] }] })
const beyond = { outcome: { kind: 'refused', refusals: [{ rule: { id: 'tokens.resource-beyond-owner' } }] } }

test('a cluster whose teardown was accepted may still be offered, and named', () => {
  expect(isExcused('getTokenScopeOptions', undefined, held(going))).toBe(true)
  expect(isExcused('createToken', named(going), beyond)).toBe(true)
})

test('nothing else may', () => {
  expect(isExcused('getTokenScopeOptions', undefined, held('other'))).toBe(false)
  expect(isExcused('createToken', named('other'), beyond)).toBe(false)
})
