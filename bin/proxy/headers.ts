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
