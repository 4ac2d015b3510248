import type { Exchange } from '../../target/exchange.ts'
import { misshapen } from '../checks/schema.ts'
import type { Finding } from '../finding/finding.ts'
import { PASSING } from '../judge/judge-unexplained.ts'
import { serverError } from '../judge/objections.ts'
import { countIn } from '../session/coverage.ts'
import type { Session } from '../session/session.ts'
import type { Shadow } from '../shadow/shadow.ts'
import type { RequestStep } from '../step/step.ts'
import type { Executed } from './executed.ts'

/**
 * Of a body that is no JSON the contract does not speak: it may be refused with any status, or taken for an empty one. But a
 * refusal is one like any other (Errors).
 */
export function judgeRaw(
  { contract, coverage }: Session,
  shadow: Shadow,
  step: RequestStep,
  exchange: Exchange & { readonly answered: true },
): Executed {
  const { received } = exchange
  const answered = { operation: contract.operation(step.operation), received }
  countIn(coverage.statuses, step.operation, received.status)
  const isTaken = received.status < 400
  return {
    ...{ shadow, exchange, answer: received.json, observations: [] },
    findings: isTaken ? [] : objections(answered),
    // Nobody knows what it has become.
    lost: isTaken ? 'a body that is no JSON was taken' : undefined,
  }
}

function objections(answered: Parameters<typeof misshapen>[0]): Finding[] {
  const { operation, received } = answered
  if (PASSING.has(received.status)) return []
  if (received.status >= 500) return [serverError(answered)]
  return misshapen(answered).map((found) => ({
    ...found,
    severity: 'failure',
    check: 'schema',
    operation: operation.id,
  }))
}
