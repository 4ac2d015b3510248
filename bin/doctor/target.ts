import { castOf } from '../../src/conformance/start/cast.ts'
import type { Contract } from '../../src/contract/contract.ts'
import { buildPath } from '../../src/contract/routes.ts'
import type { Client } from '../../src/target/client.ts'
import { type Check, note, ok, problem } from './check.ts'

/** Whether anything answers there. */
export async function reachCheck(url: string, client: Client): Promise<Check> {
  const exchange = await client.send({ method: 'GET', path: '/api/v1/tokens', headers: {}, body: undefined })
  if (!exchange.answered)
    return problem('target', `${url} cannot be reached: ${exchange.problem}`, 'start it, or correct the URL')
  if (!/^(127\.|localhost$|\[::1\]$)/.test(new URL(url).hostname))
    return ok('target', `${url} answers; it is on another machine, so verify will ask for --allow-changes`)
  return ok('target', `${url} answers`)
}

/** Each actor lists their own tokens, which is open to every caller and changes nothing. */
export async function actorChecks(contract: Contract, client: Client): Promise<Check[]> {
  const actors = Object.entries(contract.profile.actors).filter(([, { headers }]) => Object.keys(headers).length > 0)
  if (actors.length === 0)
    return [problem('actor', 'no actor has a credential', 'give the actors of the profile headers that carry one')]
  const checks: Check[] = []
  for (const [name, actor] of actors) {
    const says = `${name}, ${actor.role} of ${actor.organization}`
    checks.push(await actorCheck(contract, client, says, actor.headers))
  }
  return [...checks, ...castChecks(contract)]
}

async function actorCheck(
  contract: Contract,
  client: Client,
  who: string,
  headers: Readonly<Record<string, string>>,
): Promise<Check> {
  const operation = contract.operation('listTokens')
  const path = buildPath(operation, {})
  const exchange = await client.send({ method: operation.method, path, headers, body: undefined })
  if (!exchange.answered)
    return problem('actor', `${who}: no answer, ${exchange.problem}`, 'see whether the target runs')
  const { status, json, headers: answered } = exchange.received
  const says = `${who}: ${operation.method} ${path} answered ${status}`
  if (status === 401) return problem('actor', says, 'give its headers a credential that is valid now')
  if (status < 300 && json === undefined)
    return problem(
      'actor',
      `${says} with ${answered['content-type'] ?? 'nothing'}, not JSON`,
      'is the API at this URL?',
    )
  return status < 300
    ? ok('actor', who)
    : note('actor', says, 'see whether the API is at this URL, and the actor in use')
}

/** Some statements need somebody in particular to be shown. */
function castChecks(contract: Contract): Check[] {
  const { outsider, colleague, nobody } = castOf(contract)
  const lacking = [
    ...(outsider === undefined ? ['one of another organization'] : []),
    ...(colleague === undefined ? ['a second one of the same organization'] : []),
    ...(nobody === undefined ? ['one without a credential'] : []),
  ]
  if (lacking.length === 0) return []
  return [note('actors', `there is not ${lacking.join(', nor ')}`, 'what only they show stays unexercised: add them')]
}
