import { isLoopback } from '../loopback.ts'
import { Unusable } from './unusable.ts'

/** Parses a target's address as a person wrote it. */
export function parseAddress(url: string): URL {
  const address = URL.canParse(url) ? new URL(url) : undefined
  if (!address || !/^https?:$/.test(address.protocol))
    throw new Unusable(`${url} is not a URL, for example http://127.0.0.1:4010.`)
  if (address.username !== '' || address.password !== '')
    throw new Unusable('The URL contains a name or a password; put credentials into the actors of a --profile.')
  return address
}

/** Targets on other machines are changed only if that is allowed explicitly. */
export function expectMayChange(url: string, allowChanges: boolean): void {
  if (!allowChanges && !isLoopback(parseAddress(url).hostname))
    throw new Unusable(
      `${url} is not on this machine, and this command changes things there. Add --allow-changes if that is meant.`,
    )
}
