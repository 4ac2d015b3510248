import type { Held } from '../../target/sending/held.ts'
import type { ArazzoStep } from '../arazzo.ts'
import type { Scope } from '../criteria/expression.ts'
import { describedStatus } from '../described-status.ts'
import type { Called } from '../scenario.ts'
import type { ReplayTarget } from './replay-target.ts'
import { eventBodyOf, requestOf } from './request.ts'
import type { Acted } from './result.ts'

type Response = NonNullable<Scope['response']>

/** The result of a step's request or outside event. */
export type Answer =
  /** refused: why a driver did not cause an event, which is not a fault of the target unless it was meant to happen. */
  | { readonly acted: Acted; readonly response: Response; readonly refused?: string }
  | { readonly acted: Acted; readonly response?: undefined; readonly problem: string; readonly refused?: undefined }
  | { readonly cannot: string }

/** Does what a step says, once. On a target that is not our mock, outside events go through its driver. */
export async function act(
  step: ArazzoStep,
  called: Called,
  scope: Scope,
  target: ReplayTarget,
  held?: Held,
): Promise<Answer> {
  if (called.source === 'control' && target.kind === 'target') return cause(step, called, scope, target)
  const exchange = await target.send(requestOf(step, called, scope, target), held)
  const acted: Acted = { by: 'request', exchange }
  if (!exchange.answered) return { acted, problem: exchange.problem }
  const { status, headers, json, text } = exchange.received
  if (status === 501 && target.kind !== 'target') return { cannot: `the mock does not know ${called.operation.id}` }
  const judged = judgedStatus(called, status, target)
  const described = describedStatus(target.contract, called.operation.id) ?? status
  const told = { received: status, described, here: called.operation.success.status }
  return { acted, response: { status: judged, told, headers, body: json ?? text } }
}

async function cause(step: ArazzoStep, { operation }: Called, scope: Scope, target: ReplayTarget): Promise<Answer> {
  const body = eventBodyOf(step, scope)
  const caused = (answer: unknown): Acted => ({ by: 'driver', event: operation.id, body, answer })
  try {
    const answer = await target.driver.cause(operation.id, body)
    return { acted: caused(answer), response: { status: operation.success.status, headers: {}, body: answer } }
  } catch (error) {
    const { message, status } = error as Error & { readonly status?: unknown }
    const refused = `the driver could not cause ${operation.id}: ${message}`
    if (typeof status !== 'number' || status < 400 || status > 499) return { cannot: refused }
    const answer = { error: message }
    return { acted: caused(answer), response: { status, headers: {}, body: answer }, refused }
  }
}

/** The status to judge by: where the success status is open, any success counts as the described one. */
function judgedStatus({ source, operation }: Called, status: number, { contract }: ReplayTarget): number {
  if (source === 'control' || !operation.success.open || status < 200 || status > 299) return status
  return describedStatus(contract, operation.id) ?? status
}
