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
