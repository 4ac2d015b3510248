import type { Operation } from '../../contract/operations.ts'
import type { AppliedRefusal } from '../../model/decide.ts'
import type { Received } from '../../target/exchange.ts'
import type { Mismatch } from '../compare/comparison.ts'
import type { Finding } from '../finding/finding.ts'

export const serverError = (operation: Operation, received: Received): Finding => ({
  severity: 'failure',
  check: 'server-error',
  operation: operation.id,
  rules: ['GEN-01'],
  subject: String(received.status),
  message: `the target failed with ${received.status}`,
  expected: 'a success or a refusal',
  actual: String(received.status),
})

export function accepted(operation: Operation, received: Received, refusals: readonly AppliedRefusal[]): Finding {
  const stated = refusals.filter(({ rule }) => rule.provenance === 'stated')
  const [first] = stated.length > 0 ? stated : refusals
  return {
    severity: stated.length > 0 ? 'failure' : 'warning',
    check: 'refusal',
    operation: operation.id,
    rules: first ? [first.rule.id] : [],
    subject: first?.rule.id ?? '',
    message: `accepted, though: ${first?.message ?? ''}`,
    expected: refusals.map(({ rule }) => (typeof rule.status === 'number' ? String(rule.status) : '4xx')).join(' or '),
    actual: String(received.status),
  }
}

export const refused = (operation: Operation, received: Received): Finding => ({
  severity: 'failure',
  check: 'accepted',
  operation: operation.id,
  rules: operation.checklist,
  subject: String(received.status),
  message: `refused with ${received.status}, though nothing in the contract refuses it`,
  expected: operation.success.open ? '2xx' : String(operation.success.status),
  actual: `${received.status} ${received.text.slice(0, 200)}`,
})

export function wrongBody(
  operation: Operation,
  { path, expected, actual, reason, provenance }: Mismatch,
  refusals: readonly AppliedRefusal[],
  rules: readonly string[],
): Finding {
  const status = path === 'status'
  return {
    severity: provenance === 'stated' ? 'failure' : 'warning',
    check: status ? 'status' : 'body',
    operation: operation.id,
    rules: refusals.length > 0 ? refusals.map(({ rule }) => rule.id) : rules.length > 0 ? rules : operation.checklist,
    subject: status
      ? refusals.map(({ rule }) => rule.id).join() || 'status'
      : `${path} ${reason.replace(/ the (\w+) [^,]*/, ' $1')}`,
    message: status ? `answered ${String(actual)}` : `${path || 'the body'} ${reason}`,
    expected: show(expected),
    actual: show(actual),
  }
}

function show(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')
  return text.length > 400 ? `${text.slice(0, 399)}…` : text
}
