import type { Contract } from '../../contract/contract.ts'
import { isObject } from '../../contract/json.ts'
import { type Operation, successOf } from '../../contract/operations.ts'
import { responseValidator } from '../../contract/schema/validators.ts'
import type { Client } from '../../target/client.ts'
import { toSend } from '../sequence/execute.ts'

export type Body = Readonly<Record<string, unknown>>

/** What a plain read answers; undefined when it is left out or refused. */
export async function read(contract: Contract, client: Client, actor: string, id: string): Promise<Body | undefined> {
  if (contract.profile.leaveOut.includes(id)) return undefined
  const step = {
    kind: 'request',
    operation: id,
    actor,
    parameters: {},
    query: {},
    body: undefined,
    intent: 'plain',
  } as const
  const exchange = await client.send(
    toSend(contract.operation(id), step, contract.profile.actors[actor]?.headers ?? {}),
  )
  const { status, json } = exchange.answered ? exchange.received : { status: 0, json: undefined }
  return status >= 200 && status < 300 && isObject(json) && fits(contract.operation(id), json) ? json : undefined
}

export const items = (value: unknown): Body[] => (Array.isArray(value) ? value.filter(isObject) : [])

/** What does not look as described is no ground to build on; the walk will say what is wrong with it. */
function fits(operation: Operation, json: unknown): boolean {
  const response = successOf(operation)
  const validate = response && responseValidator(response)
  return !validate || validate(json).length === 0
}
