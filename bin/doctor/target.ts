import { castOf } from '../../src/conformance/kit/cast.ts'
import type { Contract } from '../../src/contract/contract.ts'
import type { Client } from '../../src/target/client.ts'
import { isLoopback } from '../../src/target/loopback.ts'
import { callersIn, type Tried, tryCredential } from '../../src/target/opening/credentials.ts'
import { type Patience, problemReaching } from '../../src/target/opening/reach.ts'
import { type Check, note, ok, problem } from './check.ts'

/** Checks that something answers there. */
export async function reachCheck(url: string, client: Client, patience: Patience): Promise<Check> {
  const reason = await problemReaching(client, patience)
  if (reason !== undefined) return problem('target', `${url} cannot be reached: ${reason}`, 'start it, or fix the URL')
  if (!isLoopback(new URL(url).hostname))
    return ok('target', `${url} responds; it is on another machine, so verify needs --allow-changes`)
  return ok('target', `${url} responds`)
}

/** Checks that each actor's credential is accepted. */
export async function actorChecks(contract: Contract, client: Client): Promise<Check[]> {
  const callers = callersIn(contract.profile)
  if (callers.length === 0)
    return [problem('actor', 'no actor has a credential', 'add headers with a credential to the actors of the profile')]
  const checks: Check[] = []
  for (const [name, actor] of callers) {
    const who = `${name}, ${actor.role} of ${actor.organization}`
    checks.push(actorCheck(who, await tryCredential(contract, client, actor)))
  }
  return [...checks, ...castChecks(contract)]
}

function actorCheck(who: string, tried: Tried): Check {
  switch (tried.outcome) {
    case 'taken':
      return ok('actor', who)
    case 'unanswered':
      return problem('actor', `${who}: no response, ${tried.problem}`, 'check that the target is running')
    case 'not JSON':
      return problem(
        'actor',
        `${who}: ${tried.call} answered ${tried.status} with ${tried.contentType}, not JSON`,
        'check that the API is at this URL',
      )
    case 'refused': {
      const says = `${who}: ${tried.call} answered ${tried.status}`
      return tried.status === 401
        ? problem('actor', says, 'set a valid credential in its headers')
        : note('actor', says, 'check that the API is at this URL and that the actor exists')
    }
  }
}

/** Some statements need somebody in particular to be shown. */
function castChecks(contract: Contract): Check[] {
  const { outsider, colleague, nobody } = castOf(contract)
  const lacking = [
    ...(outsider === undefined ? ['one in another organization'] : []),
    ...(colleague === undefined ? ['a second one in the same organization'] : []),
    ...(nobody === undefined ? ['one without a credential'] : []),
  ]
  if (lacking.length === 0) return []
  return [note('actors', `missing: ${lacking.join(', ')}`, 'add them; whatever needs them is not exercised')]
}
