import type { Contract } from '../../contract/contract.ts'
import type { ActorProfile, Profile } from '../../contract/profile.ts'
import { buildPath } from '../../contract/routes.ts'
import type { Client } from '../client.ts'

/** The actors that carry a credential. */
export const callersIn = ({ actors }: Profile): [string, ActorProfile][] =>
  Object.entries(actors).filter(([, { headers }]) => Object.keys(headers).length > 0)

/** The result of a call as one actor. */
export type Tried = { readonly call: string } & (
  | { readonly outcome: 'taken' }
  | { readonly outcome: 'unanswered'; readonly problem: string }
  | { readonly outcome: 'not JSON'; readonly status: number; readonly contentType: string }
  | { readonly outcome: 'refused'; readonly status: number }
)

/** Lists the actor's own tokens, which is open to every caller and changes nothing. */
export async function tryCredential(contract: Contract, client: Client, { headers }: ActorProfile): Promise<Tried> {
  const operation = contract.operation('listTokens')
  const path = buildPath(operation, {})
  const call = `${operation.method} ${path}`
  const exchange = await client.send({ method: operation.method, path, headers, body: undefined })
  if (!exchange.answered) return { call, outcome: 'unanswered', problem: exchange.problem }
  const { status, headers: answered, json } = exchange.received
  if (status >= 300) return { call, outcome: 'refused', status }
  if (json === undefined)
    return { call, outcome: 'not JSON', status, contentType: answered['content-type'] ?? 'nothing' }
  return { call, outcome: 'taken' }
}
