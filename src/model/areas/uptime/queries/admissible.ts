import type { AskedMonitor } from './asked-monitor.ts'

/** Addresses that only the prober's own network can reach. */
const PRIVATE = [
  /^localhost$/i,
  /\.localhost$/i,
  /^127\./,
  /^10\./,
  /^192\.168\./,
  /^169\.254\./,
  /^172\.(1[6-9]|2\d|3[01])\./,
  /^0\./,
  /^::1$/,
  /^f[cd][0-9a-f]{2}:/i,
  /^fe80:/i,
]

export const isPrivate = (host: string): boolean => PRIVATE.some((pattern) => pattern.test(host))

/** The host that a check turns to. */
export function hostOf({ http, tcp }: Pick<AskedMonitor, 'http' | 'tcp'>): string | undefined {
  if (tcp) return tcp.host
  return http && URL.canParse(http.url) ? new URL(http.url).hostname.replace(/^\[|\]$/g, '') : undefined
}

/** A URL's scheme without its colon. */
export function schemeOf(url: string): string {
  return URL.canParse(url) ? new URL(url).protocol.slice(0, -1) : ''
}

/** True for a plain host: no port, path or white space. An IPv6 address may come without its brackets. */
export function isHost(host: string): boolean {
  if (/[\s/?#@\\]/.test(host)) return false
  const bare = host.replace(/^\[|\]$/g, '')
  return URL.canParse(`tcp://[${bare}]`) || (!host.includes(':') && URL.canParse(`http://${host}`))
}

/** True if HTTP allows such a header (RFC 9110, 5.1 and 5.5). A value of another type has a rule of its own. */
export const isSendable = (name: string, value: unknown): boolean =>
  /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) && !(typeof value === 'string' && LINE_BREAK.test(value))

const LINE_BREAK = /[\r\n\0]/
