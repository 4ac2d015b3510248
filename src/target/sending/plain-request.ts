/** A request to somebody who speaks HTTP. */
export interface Asked {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** A request as it goes over the wire. */
export interface WireText {
  readonly text: string
  readonly encoding: 'latin1' | 'utf8'
}

const EXPECTS_BODY: Readonly<Record<string, boolean>> = {
  GET: false,
  DELETE: false,
  POST: true,
  PUT: true,
  PATCH: true,
}
const PATH = /^\/[\x21-\x7e]*$/
const NAME = /^[A-Za-z][A-Za-z0-9-]*$/
const VALUE = /^[\x20-\x7e]*$/
/** Whoever sends these wants something special, or says what is said here already. */
const DEMANDING: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** The lines of a request with nothing special about it (RFC 9112, 3 to 6), in the order in which undici writes them. */
export function plainRequest({ method, path, headers, body = '' }: Asked, host: string): WireText | undefined {
  const expectsBody = EXPECTS_BODY[method]
  if (expectsBody === undefined || (body !== '' && !expectsBody) || !PATH.test(path)) return undefined
  let head = `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: keep-alive\r\n`
  for (const name in headers) {
    const line = headerLine(name, headers[name] ?? '')
    if (line === undefined) return undefined
    head += line
  }
  if (!expectsBody) return { text: `${head}\r\n`, encoding: 'latin1' }
  const length = Buffer.byteLength(body)
  const text = `${head}content-length: ${length}\r\n\r\n${body}`
  return { text, encoding: length === body.length ? 'latin1' : 'utf8' }
}

const headerLine = (name: string, value: string): string | undefined =>
  NAME.test(name) && VALUE.test(value) && !DEMANDING.has(name.toLowerCase()) ? `${name}: ${value}\r\n` : undefined
