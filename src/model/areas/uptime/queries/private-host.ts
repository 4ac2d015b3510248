/** Names and IPv4 or IPv6 addresses, as a URL writes them, that only the prober's own network can reach. */
const PRIVATE = [
  /^(.*\.)?localhost$/,
  /^(0|10|127)\./,
  /^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./,
  /^169\.254\./,
  /^172\.(1[6-9]|2\d|3[01])\./,
  /^192\.168\./,
  /^::1?$/,
  /^f[cd][0-9a-f]{2}:/,
  /^fe[89ab][0-9a-f]:/,
]

/** An IPv4 address inside an IPv6 one: mapped, compatible or translated (RFC 4291, 2.5.5; RFC 6052). */
const EMBEDDED = /^(?:::(?:ffff:)?|64:ff9b::)([0-9a-f]{1,4}):([0-9a-f]{1,4})$/

/** True for this machine and for private addresses, however they are written. */
export function isPrivate(host: string): boolean {
  const written = asUrlsWrite(host.replace(/^\[|\]$/g, ''))
  const [, high, low] = EMBEDDED.exec(written) ?? []
  const address = high !== undefined && low !== undefined ? dotted(high, low) : written
  return PRIVATE.some((pattern) => pattern.test(address))
}

/** One way to write each address and name: 127.1 and 2130706433 are 127.0.0.1, and a name has no dot at its end. */
function asUrlsWrite(host: string): string {
  const url = `http://${host.includes(':') ? `[${host}]` : host}`
  const name = URL.canParse(url) ? new URL(url).hostname : host.toLowerCase()
  return name.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}

const dotted = (high: string, low: string): string =>
  [high, low]
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 255])
    .join('.')
