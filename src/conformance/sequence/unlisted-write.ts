import { isObject } from '../../contract/json.ts'
import { type Operation, successSchema } from '../../contract/operations.ts'
import type { Exchange, Received } from '../../target/exchange.ts'
import { acceptedWrite } from '../checks/read-only.ts'
import { misshapen } from '../checks/schema.ts'
import type { Finding } from '../finding/finding.ts'
import { PASSING } from '../judge/judge-unexplained.ts'
import type { Session } from '../session/session.ts'
import type { Shadow } from '../shadow/shadow.ts'
import type { RequestStep } from '../step/step.ts'
import type { Executed } from './executed.ts'

/** A write where the contract has none; repeated on the same target it asks for something new again. */
export const asNewWrite = ({ requests }: Session, step: RequestStep): RequestStep => ({
  ...step,
  body: withOtherNumbers(step.body, requests % MOST_OTHERS),
})

/**
 * With which status it is refused is open. Whether one with something in it took effect, the next read tells; one with nothing
 * in it is not answered like a success.
 */
export function followWrite(
  { contract }: Session,
  shadow: Shadow,
  write: RequestStep,
  exchange: Exchange & { readonly answered: true },
): Executed {
  const { received } = exchange
  const operation = contract.operation(write.operation)
  const org = contract.profile.actors[write.actor]?.organization ?? ''
  const isTaken = received.status < 300
  return {
    shadow: isTaken ? acceptedWrite(shadow, org, write) : shadow,
    findings: isTaken ? taken(write, operation, received) : misshapenRefusal(operation, received),
    // What somebody offers beside the contract may do anything.
    lost: isTaken && operation.readOnly === undefined ? 'a write that the contract does not know was taken' : undefined,
    ...{ exchange, answer: received.json, observations: [] },
  }
}

/**
 * Nothing can be written where only reading is stated (IAM; Endpoints, Email, row 17). Elsewhere more may be offered than is
 * listed, but whoever shows what a read shows has taken one for the other.
 */
function taken({ intent }: RequestStep, operation: Operation, received: Received): Finding[] {
  const { id, readOnly, checklist } = operation
  if (intent !== 'broken' || (readOnly === undefined && !isLikeRead(operation, received))) return []
  const severity = readOnly === undefined ? 'warning' : 'failure'
  const reason = readOnly === undefined ? 'the contract has no write at this address' : 'nothing can be written here'
  const [rule = ''] = checklist
  return [
    {
      ...{ code: 'accepted', check: 'refusal', severity, operation: id, rule: readOnly ?? rule, reason },
      ...{ rules: readOnly === undefined ? checklist : [readOnly], expected: ['no 2xx'], actual: received.status },
    },
  ]
}

const isLikeRead = (operation: Operation, received: Received): boolean =>
  (successSchema(operation)?.required ?? []).length > 0 &&
  misshapen({ operation, received: { ...received, status: operation.success.status } }).length === 0

/** Whether every error (Conventions) is also that of a request which is no operation is not said in so many words. */
const misshapenRefusal = (operation: Operation, received: Received): Finding[] =>
  received.status >= 400 && received.status < 500 && !PASSING.has(received.status)
    ? misshapen({ operation, received }).map((found) => ({
        ...found,
        ...{ severity: 'warning', check: 'schema', operation: operation.id },
      }))
    : []

/** So that a percentage remains one. */
const MOST_OTHERS = 50

function withOtherNumbers(value: unknown, more: number): unknown {
  if (typeof value === 'number') return value + more
  if (Array.isArray(value)) return value.map((item) => withOtherNumbers(item, more))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withOtherNumbers(item, more)]))
}
