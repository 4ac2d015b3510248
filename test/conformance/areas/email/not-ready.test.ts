import { expect, test } from 'vitest'
import { domainNotReady } from '../../../../src/conformance/areas/email/not-ready.ts'
import type { Disagreement } from '../../../../src/conformance/checks/excuse.ts'
import { answered, blankShadow } from '../../../support/answered.ts'

/** Whether it is excused that a target does not arm receiving, where a rule of this stage says why it cannot; none: where it can. */
function isExcused(stage?: string): boolean {
  const seen = blankShadow('2026-03-01T10:00:00Z')
  const outcome = stage ? { kind: 'refused', refusals: [{ rule: { stage } }] } : { kind: 'success' }
  const parameters = { id: 'dom_1' }
  const body = { error: 'the domain is not verified for sending' }
  const given = { operation: 'armDomainReceiving', parameters, status: 422, body, shadow: seen }
  return domainNotReady(answered(given), { outcome, mismatches: [], seen } as unknown as Disagreement) !== undefined
}

test('a domain that was not seen to be verified may not be ready, whatever else is in the way', () => {
  expect([isExcused(), isExcused('backend'), isExcused('entitlement')]).toEqual([true, true, true])
})

test('who asks, and for what, comes first', () => {
  expect([isExcused('authentication'), isExcused('existence')]).toEqual([false, false])
})
