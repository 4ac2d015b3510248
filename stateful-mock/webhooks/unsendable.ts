import { isControl } from '../http/control-prefix.ts'
import { isLoopback } from '../http/host-names.ts'
import { sandboxAddressOf } from '../http/sandbox-address.ts'

/**
 * Why nothing is sent to an address: webhooks stay on this machine, unless somebody allowed the host, and never go to
 * the control interface of a mock, where whoever may make a webhook may not do everything.
 */
export function unsendable(url: string, allowedHosts: readonly string[]): string | undefined {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (!parsed || (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')) return 'not an address for HTTP'
  const { hostname, pathname } = parsed
  const address = sandboxAddressOf({ target: pathname, headers: {} })
  if ('error' in address || isControl(address.request.target)) return 'webhooks may not be sent to a control interface'
  if (isLoopback(hostname) || allowedHosts.some((host) => host.toLowerCase() === hostname)) return undefined
  return `webhooks to ${hostname} are not allowed (see --allow-webhook-host)`
}
