import { hostnameOf, isAddress } from './host-names.ts'

/** Domains that the public DNS does not have (RFC 6761, 6762 and 8375, ICANN's `internal`, and those of clusters). */
const PRIVATE = /\.(?:localhost|local|internal|test|example|invalid|home\.arpa|svc)$/

/**
 * The host name of a request, if somebody may have made it point here (DNS rebinding): a page under that name reaches us
 * as if we were its own server, so that no rule about pages of other sites holds. Undefined for addresses, for names
 * that nobody can have in the public DNS, and for those that are allowed.
 */
export function reboundName(host: string | undefined, allowed: readonly string[]): string | undefined {
  const name = hostnameOf(host)?.replace(/\.$/, '')
  if (name === undefined || !name.includes('.') || isAddress(name) || PRIVATE.test(name)) return undefined
  return allowed.some((one) => one.toLowerCase() === name) ? undefined : name
}
