import type { AskedMonitor } from './asked-monitor.ts'

/** The host that a check turns to. */
export function hostOf({ http, tcp }: Pick<AskedMonitor, 'http' | 'tcp'>): string | undefined {
  if (tcp) return tcp.host
  return http && URL.canParse(http.url) ? new URL(http.url).hostname.replace(/^\[|\]$/g, '') : undefined
}

/** A URL's scheme without its colon, also of a URL that has no host or no such port. */
export const schemeOf = (url: string): string => /^[a-z][a-z0-9+.-]*(?=:)/i.exec(url)?.[0].toLowerCase() ?? ''

/** True for a plain host: no port, path or white space. An IPv6 address may come without its brackets. */
export function isHost(host: string): boolean {
  if (/[\s/?#@\\]/.test(host)) return false
  const bare = host.replace(/^\[|\]$/g, '')
  if (URL.canParse(`tcp://[${bare}]`)) return true
  return (
    !host.includes(':') &&
    URL.canParse(`http://${host}`) &&
    /^[\p{L}\p{M}\p{N}_-]+(\.[\p{L}\p{M}\p{N}_-]+)*\.?$/u.test(host)
  )
}

/** True if HTTP allows such a header (RFC 9110, 5.1 and 5.5). A value of another type has a rule of its own. */
export const isSendable = (name: string, value: unknown): boolean =>
  /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) && !(typeof value === 'string' && LINE_BREAK.test(value))

const LINE_BREAK = /[\r\n\0]/
