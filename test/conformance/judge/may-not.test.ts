import { expect, test } from 'vitest'
import type { Disagreement } from '../../../src/conformance/checks/excuse.ts'
import { mayNot } from '../../../src/conformance/judge/may-not.ts'
import { answered, blankShadow } from '../../support/answered.ts'

/** Whether a 403 to a creation is excused where rules of these stages refuse it with something else. */
function isExcused(...stages: readonly string[]): boolean {
  const refusals = stages.map((stage) => ({ rule: { id: stage, stage } }))
  const outcome = stages.length === 0 ? { kind: 'success' } : { kind: 'refused', refusals }
  const seen = blankShadow('2026-03-01T10:00:00Z')
  const refused = answered({ operation: 'createMonitor', status: 403, body: { error: 'no' }, sent: { name: 'web' } })
  return mayNot(refused, { outcome, mismatches: [], seen } as unknown as Disagreement) !== undefined
}

test('an unknown quota may be used up, whether or not the backend is there', () => {
  expect([isExcused(), isExcused('backend')]).toEqual([true, true])
})

test('it is no excuse where something else is wrong', () => {
  expect([isExcused('validation'), isExcused('backend', 'existence')]).toEqual([false, false])
})

/** Whether a refusal of a change that nothing else explains is excused. */
function isDenial(role: string, operation: string, status: number): boolean {
  const seen = blankShadow('2026-03-01T10:00:00Z')
  const refused = answered({ operation, status, body: { error: 'no' }, sent: { name: 'web' } })
  const actors = { owner: { credential: 'of-owner', organization: 'acme', role, headers: {} } }
  const contract = { ...refused.contract, profile: { ...refused.contract.profile, actors } }
  const disagreement = { outcome: { kind: 'success' }, mismatches: [], seen }
  return mayNot({ ...refused, contract } as typeof refused, disagreement as unknown as Disagreement) !== undefined
}

test('who may not may be told that there is nothing', () => {
  const denied = (role: string) => [403, 404, 401, 400].map((status) => isDenial(role, 'createMonitor', status))
  expect(denied('member')).toEqual([true, true, false, false])
  expect(denied('owner')).toEqual([true, false, false, false])
})

test('where the status is stated it is no other', () => {
  const seen = blankShadow('2026-03-01T10:00:00Z')
  const refused = answered({ operation: 'getIamCatalog', status: 404, body: { error: 'no' } })
  const actors = { owner: { credential: 'of-owner', organization: 'acme', role: 'member', headers: {} } }
  const contract = { ...refused.contract, profile: { ...refused.contract.profile, actors } }
  const outcome = { kind: 'refused', refusals: [{ rule: { id: 'one', stage: 'permission', status: 403 } }] }
  const disagreement = { outcome, mismatches: [], seen } as unknown as Disagreement
  expect(mayNot({ ...refused, contract } as typeof refused, disagreement)).toBeUndefined()
})
