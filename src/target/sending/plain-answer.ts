/** The beginning of an answer, understood. */
export interface PlainHead {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Where the body starts, and how long it is. */
  readonly start: number
  readonly length: number
  /** What it says of how long the connection may be idle. */
  readonly keepAlive: string | undefined
}

const END = '\r\n\r\n'
const STATUS_LINE = /^HTTP\/1\.1 ([2-5]\d\d) [\x20-\x7e]*$/
const LINE = /^([A-Za-z][A-Za-z0-9-]*): ([\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)$/
/** A longer head, or body, is left to somebody who knows when to stop reading. */
const LONGEST_HEAD = 8_192
const LENGTH = /^\d{1,6}$/
const BODILESS: ReadonlySet<number> = new Set([204, 304])
/** What they announce takes more than to read so many bytes. */
const DEMANDING: ReadonlySet<string> = new Set(['set-cookie', 'trailer', 'transfer-encoding', 'upgrade'])

/** The head of an answer that these bytes begin with, if all of it is there and nothing is special about it (RFC 9112, 4 to 6). */
export function readPlainHead(bytes: Buffer): PlainHead | undefined {
  const text = bytes.toString('latin1', 0, Math.min(bytes.length, LONGEST_HEAD))
  const end = text.indexOf(END)
  const [first = '', ...lines] = end < 0 ? [] : text.slice(0, end).split('\r\n')
  const status = Number(STATUS_LINE.exec(first)?.[1])
  const headers = Number.isNaN(status) ? undefined : readLines(lines)
  if (!headers) return undefined
  const { 'content-length': length = BODILESS.has(status) ? '0' : '', connection, 'keep-alive': keepAlive } = headers
  if (!LENGTH.test(length) || (BODILESS.has(status) && length !== '0')) return undefined
  if (connection !== undefined && connection.toLowerCase() !== 'keep-alive') return undefined
  return { status, headers, start: end + END.length, length: Number(length), keepAlive }
}

/** Undefined for lines that are not well-formed, come twice or announce something special. */
function readLines(lines: readonly string[]): Readonly<Record<string, string>> | undefined {
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const header = headerOf(line)
    if (!header || headers[header.name] !== undefined) return undefined
    headers[header.name] = header.value
  }
  return headers
}

interface Header {
  readonly name: string
  readonly value: string
}

const known = new Map<string, Header>()
const MOST_KNOWN = 1_000

/** The same lines come again and again. */
function headerOf(line: string): Header | undefined {
  const before = known.get(line)
  if (before) return before
  const header = readHeader(line)
  if (known.size >= MOST_KNOWN) known.clear()
  if (header) known.set(line, header)
  return header
}

function readHeader(line: string): Header | undefined {
  const [, given = '', value = ''] = LINE.exec(line) ?? []
  const name = given.toLowerCase()
  return name === '' || DEMANDING.has(name) || name in Object.prototype ? undefined : { name, value }
}
