import { setTimeout as pause } from 'node:timers/promises'
import type { Contract } from '../../contract/contract.ts'
import { memo } from '../../contract/memo.ts'
import { buildPath } from '../../contract/routes.ts'
import type { Client } from '../../target/client.ts'
import {
  besideCredential,
  type CredentialTransport,
  credentialTransport,
  showing,
} from '../../target/credential-transport.ts'
import type { Exchange, Sent } from '../../target/exchange.ts'
import { askedPauseMs, takenLater } from '../../target/polite-client.ts'
import type { Held } from '../../target/sending/held.ts'
import type { RequestStep } from '../step/step.ts'
import type { Session } from './session.ts'

/** A concrete request to the target, with the credential of its actor or the given token. */
export function toSend(contract: Contract, step: RequestStep): Sent {
  const { operation: id, actor, bearer, claims } = step
  const operation = contract.operation(id)
  const query = isEmpty(step.query) ? '' : `?${new URLSearchParams(step.query)}`
  const body = step.raw ?? (step.body === undefined ? undefined : JSON.stringify(step.body))
  const own = headersOf(contract, actor)
  return {
    method: step.method ?? operation.method,
    path: (operation.path.includes('{') ? buildPath(operation, step.parameters) : operation.path) + query,
    headers: {
      ...(bearer === undefined ? own : showing(bearer, own, transportTo(contract, id))),
      ...(claims !== undefined && besideCredential(headersOf(contract, claims), usualTransport(contract))),
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body,
  }
}

const headersOf = ({ profile }: Contract, actor: string) => profile.actors[actor]?.headers ?? {}

/** Side doors have their own ways to send credentials, which the contract names. */
const transportTo = (contract: Contract, operation: string): CredentialTransport =>
  contract.doors.has(operation) ? AT_DOORS : usualTransport(contract)
const AT_DOORS: CredentialTransport = { header: 'Authorization', prefix: 'Bearer ' }

const usualTransport = memo((contract: Contract) =>
  credentialTransport(
    contract,
    Object.fromEntries(Object.entries(contract.profile.actors).map(([name, { headers }]) => [name, headers])),
  ),
)

/** How often a request beside the steps is sent at most, and the longest pause in between. */
const TRIES = 3
const LONGEST_PAUSE_MS = 1_500

/**
 * Sends a request that is not a step, without counting it. One that is answered 429 is sent again: a clean-up that did
 * not happen would have the next sequence expect what is not there.
 */
export async function sendAside(
  { client, contract }: Pick<Session, 'client' | 'contract'>,
  step: RequestStep,
  held?: Held,
): Promise<Exchange> {
  const sent = toSend(contract, step)
  for (let tries = 1; ; tries++) {
    const given = await client.send(sent, held)
    const exchange = tries > 1 ? takenLater(given) : given
    const pauseMs = askedPauseMs(exchange)
    if (pauseMs === undefined) GIVEN_UP.delete(client)
    if (pauseMs === undefined || held || GIVEN_UP.has(client)) return exchange
    if (tries === TRIES) {
      GIVEN_UP.add(client)
      return exchange
    }
    await pause(Math.min(pauseMs, LONGEST_PAUSE_MS))
  }
}

/** Clients of targets that were waited for in vain, and that have answered nothing else since. */
const GIVEN_UP = new WeakSet<Client>()

export function isEmpty(record: Readonly<Record<string, string>>): boolean {
  for (const _ in record) return false
  return true
}
