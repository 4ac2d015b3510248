/** Headers that belong to one connection, not to the message. */
const OF_THE_CONNECTION: ReadonlySet<string> = new Set(['connection', 'keep-alive', 'proxy-connection'])

/**
 * Headers as they came, in their order and spelling, several of one name included; without those of the connection. How a
 * body is framed (`content-length`, `transfer-encoding`) stays as it was.
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

/** Names in lower case, what came several times joined. */
export function headersByName(raw: readonly string[]): Record<string, string> {
  const named: Record<string, string> = {}
  for (let place = 0; place < raw.length; place += 2) {
    const key = (raw[place] ?? '').toLowerCase()
    const value = raw[place + 1] ?? ''
    named[key] = Object.hasOwn(named, key) ? `${named[key]}, ${value}` : value
  }
  return named
}

/** Pairs, as trailers are given. */
export const pairs = (raw: readonly string[]): [string, string][] =>
  raw.flatMap((name, place): [string, string][] => (place % 2 === 0 ? [[name, raw[place + 1] ?? '']] : []))
