import { castOf } from '../../src/conformance/kit/cast.ts'
import type { Contract } from '../../src/contract/contract.ts'
import type { Client } from '../../src/target/client.ts'
import { isLoopback } from '../../src/target/loopback.ts'
import { callersIn, type Tried, tryCredential } from '../../src/target/opening/credentials.ts'
import { problemReaching } from '../../src/target/opening/reach.ts'
import { type Check, note, ok, problem } from './check.ts'

/** Checks that something answers there. */
export async function reachCheck(url: string, client: Client): Promise<Check> {
  const reason = await problemReaching(client)
  if (reason !== undefined)
    return problem('target', `${url} cannot be reached: ${reason}`, 'start it, or correct the URL')
  if (!isLoopback(new URL(url).hostname))
    return ok('target', `${url} answers; it is on another machine, so verify will ask for --allow-changes`)
  return ok('target', `${url} answers`)
}

/** Checks that each actor's credential is accepted. */
export async function actorChecks(contract: Contract, client: Client): Promise<Check[]> {
  const callers = callersIn(contract.profile)
  if (callers.length === 0)
    return [problem('actor', 'no actor has a credential', 'give the actors of the profile headers that carry one')]
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
      return problem('actor', `${who}: no answer, ${tried.problem}`, 'see whether the target runs')
    case 'not JSON':
      return problem(
        'actor',
        `${who}: ${tried.call} answered ${tried.status} with ${tried.contentType}, not JSON`,
        'is the API at this URL?',
      )
    case 'refused': {
      const says = `${who}: ${tried.call} answered ${tried.status}`
      return tried.status === 401
        ? problem('actor', says, 'give its headers a credential that is valid now')
        : note('actor', says, 'see whether the API is at this URL, and the actor in use')
    }
  }
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
