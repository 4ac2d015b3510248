/** Headers that belong to one connection, not to the message. */
const OF_THE_CONNECTION: ReadonlySet<string> = new Set(['connection', 'keep-alive', 'proxy-connection'])

/**
 * Headers in their original order and spelling, including repeated ones, without those of the connection. The framing of the
 * body (`content-length`, `transfer-encoding`) is kept.
 */
export function passedHeaders(raw: readonly string[], host?: string): string[] {
  const passed: string[] = []
  for (let place = 0; place < raw.length; place += 2) {
    const [name = '', value = ''] = [raw[place], raw[place + 1]]
    const key = name.toLowerCase()
    if (OF_THE_CONNECTION.has(key)) continue
    passed.push(name, key === 'host' && host !== undefined ? host : value)
  }
  return passed
}

/** Methods for which no body is expected. With others, Node would send an empty one in chunks. */
const WITHOUT_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT'])

/** The headers of a request to a target; what HTTP/1.1 needs is added if the caller left it out. */
export function requestHeaders(method: string, raw: readonly string[], host: string): string[] {
  const named = headersByName(raw)
  const hasLength = 'content-length' in named || 'transfer-encoding' in named
  return [
    ...('host' in named ? [] : ['Host', host]),
    ...passedHeaders(raw, host),
    ...(hasLength || WITHOUT_BODY.has(method) ? [] : ['Content-Length', '0']),
  ]
}

/** Headers by lower-case name, with repeated ones joined. */
export function headersByName(raw: readonly string[]): Record<string, string> {
  const named: Record<string, string> = {}
  for (let place = 0; place < raw.length; place += 2) {
    const key = (raw[place] ?? '').toLowerCase()
    const value = raw[place + 1] ?? ''
    named[key] = Object.hasOwn(named, key) ? `${named[key]}, ${value}` : value
  }
  return named
}

/** Name and value pairs, the format of trailers. */
export const pairs = (raw: readonly string[]): [string, string][] =>
  raw.flatMap((name, place): [string, string][] => (place % 2 === 0 ? [[name, raw[place + 1] ?? '']] : []))
