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
