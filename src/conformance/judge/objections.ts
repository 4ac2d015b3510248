import type { AppliedRefusal } from '../../model/decide.ts'
import type { Disagreement } from '../checks/excuse.ts'
import type { Finding } from '../finding/finding.ts'
import type { Answered } from '../shadow/answered.ts'

/** Findings about the answer as a whole. */

export const serverError = ({ operation, received }: Pick<Answered, 'operation' | 'received'>): Finding => ({
  code: 'server-error',
  severity: 'failure',
  check: 'server-error',
  operation: operation.id,
  rules: ['GEN-01'],
  actual: received.status,
})

/** Accepted, although rules refuse it: a stated rule is cited first. */
export function accepted({ operation, received }: Answered, refusals: readonly AppliedRefusal[]): Finding {
  const stated = refusals.filter(({ rule }) => rule.provenance === 'stated')
  const [first] = stated.length > 0 ? stated : refusals
  return {
    code: 'accepted',
    severity: stated.length > 0 ? 'failure' : 'warning',
    check: 'refusal',
    operation: operation.id,
    rules: first ? [first.rule.id] : [],
    rule: first?.rule.id ?? '',
    reason: first?.message ?? '',
    expected: refusals.map(({ rule }) => (typeof rule.status === 'number' ? rule.status : '4xx')),
    actual: received.status,
  }
}

export const refused = ({ operation, received }: Answered): Finding => ({
  code: 'refused',
  severity: 'failure',
  check: 'accepted',
  operation: operation.id,
  rules: operation.checklist,
  expected: operation.success.open ? '2xx' : operation.success.status,
  actual: received.status,
  text: received.text,
})

/** A success with another status than the one stated for it. */
export const wrongSuccess = ({ operation, received }: Answered, expected: number): Finding => ({
  code: 'status',
  severity: 'failure',
  check: 'status',
  operation: operation.id,
  rules: operation.checklist,
  refusals: [],
  expected: [expected],
  actual: received.status,
})

/** All differences between a response and the model's. */
export function differences({ operation }: Answered, { outcome, mismatches }: Disagreement): Finding[] {
  const refusals = outcome.kind === 'refused' ? outcome.refusals.map(({ rule }) => rule.id) : []
  const [rules = operation.checklist] = [refusals, outcome.rules].filter(({ length }) => length > 0)
  return mismatches.map(({ provenance, ...fact }) => ({
    ...fact,
    severity: provenance === 'stated' ? 'failure' : 'warning',
    check: fact.code === 'status' ? 'status' : 'body',
    operation: operation.id,
    rules,
  }))
}
