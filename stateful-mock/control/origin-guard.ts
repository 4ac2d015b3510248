import { hostnameOf, isAddress, isLoopback } from '../http/host-names.ts'
import type { WireRequest } from '../http/wire.ts'

/** The names under which a mock can be met. */
export interface Names {
  /** The host it listens on. */
  readonly host: string
  /** Names that its owner vouches for: of the mock, or of pages that control it. */
  readonly allowedHosts: readonly string[]
}

/**
 * Why a request may not control the mock: it comes from a page of somewhere else, or under a name that
 * somewhere else may have made point here.
 */
export function foreign({ headers }: WireRequest, { host: listening, allowedHosts }: Names): string | undefined {
  const vouchedFor = (name: string): boolean =>
    isLoopback(name) || allowedHosts.some((allowed) => allowed.toLowerCase() === name)
  const host = hostnameOf(headers.host)
  if (!host || !(vouchedFor(host) || isAddress(host) || host === listening.toLowerCase()))
    return `the control interface does not respond to the host name ${host ?? ''} (see --allow-host)`
  if (headers.origin === undefined) return undefined
  const origin = hostnameOf(headers.origin)
  if (!origin || !(vouchedFor(origin) || origin === host))
    return `the control interface does not respond to pages of ${headers.origin} (see --allow-host)`
  return undefined
}
