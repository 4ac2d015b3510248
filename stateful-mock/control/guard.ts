import { hostnameOf, isAddress, isLoopback } from '../http/local-names.ts'
import type { WireRequest } from '../http/wire.ts'

/**
 * Why a request may not control the mock: it comes from a page of somewhere else, or under a name that
 * somewhere else may have made point here.
 */
export function foreign({ headers }: WireRequest, listeningHost: string): string | undefined {
  const host = hostnameOf(headers.host)
  if (!host || !(isLoopback(host) || isAddress(host) || host === listeningHost.toLowerCase()))
    return `the control interface does not answer under the name ${headers.host ?? ''}`
  if (headers.origin === undefined) return undefined
  const origin = hostnameOf(headers.origin)
  if (!origin || !(isLoopback(origin) || origin === host))
    return `the control interface does not answer pages of ${headers.origin}`
  return undefined
}
