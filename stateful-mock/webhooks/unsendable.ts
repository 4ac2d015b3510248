import { isLoopback } from '../http/host-names.ts'

/** Why nothing is sent to an address: webhooks stay on this machine, unless somebody allowed the host. */
export function unsendable(url: string, allowedHosts: readonly string[]): string | undefined {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (!parsed || (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')) return 'not an address for HTTP'
  const { hostname } = parsed
  if (isLoopback(hostname) || allowedHosts.some((host) => host.toLowerCase() === hostname)) return undefined
  return `webhooks to ${hostname} are not allowed (see --allow-webhook-host)`
}
