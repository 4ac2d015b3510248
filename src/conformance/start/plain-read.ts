import { isObject } from '../../contract/json.ts'
import { type Operation, successOf } from '../../contract/operations.ts'
import { responseValidator } from '../../contract/schema/validators.ts'
import type { OperationId } from '../../model/request/operation-types.ts'
import type { Session } from '../session/session.ts'
import { sendAside } from '../session/to-send.ts'
import { plainRequest } from '../step/plain-request.ts'

type Body = Readonly<Record<string, unknown>>

/** The answer of a plain read; undefined when it is left out, nowhere or refused. */
export async function plainRead(
  target: Pick<Session, 'contract' | 'client'>,
  operation: OperationId,
  actor: string,
): Promise<Body | undefined> {
  const { contract } = target
  const { leaveOut, bindings } = contract.profile
  // Where a side door is, only the profile can say.
  if (leaveOut.includes(operation) || (contract.doors.has(operation) && !(operation in bindings))) return undefined
  const exchange = await sendAside(target, plainRequest({ operation }, actor))
  const { status, json } = exchange.answered ? exchange.received : { status: 0, json: undefined }
  const isGood = status >= 200 && status < 300
  return isGood && isObject(json) && fits(contract.operation(operation), json) ? json : undefined
}

/** True if an answer fits its description. Others are not built upon; the walk will report them. */
function fits(operation: Operation, json: unknown): boolean {
  const response = successOf(operation)
  const validate = response && responseValidator(response)
  return !validate || validate(json).length === 0
}
