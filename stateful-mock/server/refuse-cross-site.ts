import { isControl } from '../http/control-prefix.ts'
import { hostnameOf } from '../http/host-names.ts'
import { mayUse } from '../http/page-origin.ts'
import type { SandboxAddress } from '../http/sandbox-address.ts'
import type { WireRequest } from '../http/wire.ts'
import type { Mock } from '../sandboxes/mock.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Browsers say so; not where a connection is neither encrypted nor within this machine, but there the origin tells. The
 * control interface looks at that itself.
 */
function isCrossSite({ target, headers }: WireRequest): boolean {
  const { 'sec-fetch-site': site, origin, host } = headers
  if (site !== undefined || origin === undefined || isControl(target)) return site === 'cross-site'
  return hostnameOf(origin) !== hostnameOf(host)
}

/**
 * Why a browser's request for a page of somewhere else is refused (Fetch Metadata): it would change something, or make
 * a sandbox, which an image in any page could do otherwise.
 */
export function crossSiteRefusal(mock: Mock, { name, request }: SandboxAddress<WireRequest>): string | undefined {
  const { origin } = request.headers
  if (!isCrossSite(request)) return undefined
  const { sandboxes, allowedHosts } = mock
  const known = name === undefined ? sandboxes.defaultSandbox : sandboxes.get(name)
  const cors = (known ?? sandboxes.defaultSandbox).holder.gaps.value('general.cors')
  if (origin !== undefined && mayUse(origin, cors, allowedHosts)) return undefined
  if (known && SAFE.has(request.method)) return undefined
  return `pages of ${origin ?? 'other sites'} may not change anything (see --allow-host)`
}
