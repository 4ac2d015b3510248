import { castOf } from '../../src/conformance/kit/cast.ts'
import type { Contract } from '../../src/contract/contract.ts'
import type { Operation } from '../../src/contract/operations.ts'
import { buildPath } from '../../src/contract/routes.ts'
import type { Client } from '../../src/target/client.ts'
import { type Check, ok, problem } from './check.ts'

/** Calls every read that the profile binds and that needs nothing to be there, and says which answer as if nothing were. */
export async function bindingChecks(contract: Contract, client: Client): Promise<Check[]> {
  const bound = reads(contract)
  if (bound.length === 0) return []
  const nothing = await answerTo(contract, client, { method: 'GET', path: '/api/v1/no-such-path-at-all' })
  const unbound: string[] = []
  for (const operation of bound) {
    const answer = await answerTo(contract, client, { method: operation.method, path: buildPath(operation, {}) })
    if (isUnbound(answer, nothing)) unbound.push(`${operation.id} (${operation.method} ${operation.path}: ${answer})`)
  }
  const says = `${bound.length - unbound.length} of ${bound.length} reads respond at the paths they are bound to`
  if (unbound.length === 0) return [ok('bindings', says)]
  return [
    problem(
      'bindings',
      `${says}; nothing is there for ${unbound.join(', ')}`,
      'fix their method or path under bindings',
    ),
  ]
}

const reads = ({ operations, profile }: Contract): Operation[] =>
  [...operations.values()].filter(
    ({ id, does, path, parameters }) =>
      id in profile.bindings &&
      !profile.leaveOut.includes(id) &&
      (does === 'read' || does === 'list') &&
      !path.includes('{') &&
      !parameters.some(({ required }) => required),
  )

/** A path that nobody serves, or another method there; the status of the first may be any. */
const isUnbound = (status: number | undefined, nothing: number | undefined): boolean =>
  status === undefined || status === 404 || status === 405 || status === 501 || (status >= 400 && status === nothing)

async function answerTo(
  contract: Contract,
  client: Client,
  { method, path }: { readonly method: string; readonly path: string },
): Promise<number | undefined> {
  const { headers = {} } = contract.profile.actors[castOf(contract).main] ?? {}
  const exchange = await client.send({ method, path, headers, body: undefined })
  return exchange.answered ? exchange.received.status : undefined
}
