import type { Contract } from '../contract/contract.ts'
import { buildPath } from '../contract/routes.ts'
import type { Client } from '../target/client.ts'

/** The target cannot be judged at all; the message says what to do. */
export class Unusable extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'Unusable'
  }
}

/** The target answers, in JSON, and takes each actor's credential. A list of one's own tokens is open to every caller. */
export async function reach({
  contract,
  client,
  url,
}: {
  contract: Contract
  client: Client
  url: string
}): Promise<void> {
  const operation = contract.operation('listTokens')
  const actors = Object.entries(contract.profile.actors).filter(([, { headers }]) => Object.keys(headers).length > 0)
  if (actors.length === 0) throw new Unusable('No actor has a credential: give a profile whose actors have headers.')
  for (const [name, { headers }] of actors) {
    const path = buildPath(operation, {})
    const exchange = await client.send({ method: operation.method, path, headers, body: undefined })
    if (!exchange.answered) throw new Unusable(`${url} cannot be reached: ${exchange.problem}.`)
    const { status, headers: answered, json } = exchange.received
    if (status === 401)
      throw new Unusable(`${url} does not take the credential of ${name}: ${operation.method} ${path} answered 401.`)
    if (status < 300 && json === undefined)
      throw new Unusable(
        `${url} answers ${answered['content-type'] ?? 'nothing'} to ${operation.method} ${path}, not JSON: is the API there?`,
      )
  }
}
