import type { GapValues } from '../../src/contract/generated/gaps.ts'
import { hostnameOf, isLoopback } from './host-names.ts'

/** True if pages of an origin may use the mock: those that the gap allows, on hosts that its owner trusts. */
export function mayUse(origin: string, cors: GapValues['general.cors'], allowedHosts: readonly string[]): boolean {
  if (cors !== 'loopback') return cors === 'any'
  const hostname = hostnameOf(origin)
  if (hostname === undefined) return false
  return isLoopback(hostname) || allowedHosts.some((allowed) => allowed.toLowerCase() === hostname)
}
