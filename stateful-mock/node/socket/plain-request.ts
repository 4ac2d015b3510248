import type { WireRequest } from '../../http/wire.ts'

/** A longer head is left to Node, which knows when to refuse it. */
const LONGEST_HEAD = 8_192
const END = '\r\n\r\n'
const REQUEST_LINE = /^(GET|POST|PUT|PATCH|DELETE|OPTIONS) (\/[\w\-.~!$&'()*+,;=:@%/?]*) HTTP\/1\.1$/
const NAME = /^[A-Za-z][A-Za-z0-9-]*$/
const VALUE = /^[\t\x20-\x7e]*$/
const LENGTH = /^\d{1,7}$/
/** What they ask for takes more than to read a request and answer it. */
const DEMANDING: ReadonlySet<string> = new Set([
  'transfer-encoding',
  'expect',
  'upgrade',
  'te',
  'trailer',
  'set-cookie',
])

/** The header lines of a request, understood. */
interface HeaderBlock {
  readonly headers: WireRequest['headers']
  /** Of the body. */
  readonly length: number
}

const MOST_BLOCKS = 64

/** Callers send the same header lines again and again, on all their connections: they are read once. */
export class HeaderBlocks {
  readonly #known = new Map<string, HeaderBlock>()

  /** Undefined for lines that are not plain. */
  read(lines: string): HeaderBlock | undefined {
    const known = this.#known.get(lines)
    if (known) return known
    const block = readBlock(lines)
    if (!block) return undefined
    if (this.#known.size >= MOST_BLOCKS) this.#known.clear()
    this.#known.set(lines, block)
    return block
  }
}

/** The request that some bytes are, if they are exactly one and there is nothing special about it (RFC 9112, 3 to 6). */
export function readPlainRequest(bytes: Buffer, blocks: HeaderBlocks): WireRequest | undefined {
  const text = bytes.toString('latin1', 0, LONGEST_HEAD)
  const endOfHead = text.indexOf(END)
  const endOfLine = text.indexOf('\r\n')
  if (endOfHead < 0 || endOfLine === endOfHead) return undefined
  const [, method, target] = REQUEST_LINE.exec(text.slice(0, endOfLine)) ?? []
  if (method === undefined || target === undefined) return undefined
  const block = blocks.read(text.slice(endOfLine + 2, endOfHead))
  const start = endOfHead + END.length
  if (!block || bytes.length - start !== block.length) return undefined
  return { method, target, headers: block.headers, body: bytes.subarray(start) }
}

/** Undefined for lines that are not well-formed, come twice or want something special. */
function readBlock(text: string): HeaderBlock | undefined {
  const headers: Record<string, string> = {}
  for (const line of text.split('\r\n')) {
    const colon = line.indexOf(':')
    const [given, value] = [line.slice(0, colon), line.slice(colon + 1).trim()]
    if (colon < 0 || !NAME.test(given) || !VALUE.test(value)) return undefined
    const name = given.toLowerCase()
    if (DEMANDING.has(name) || Object.hasOwn(headers, name)) return undefined
    headers[name] = value
  }
  const { host, connection = 'keep-alive', 'content-length': length = '0' } = headers
  if (host === undefined || connection.toLowerCase() !== 'keep-alive' || !LENGTH.test(length)) return undefined
  return { headers, length: Number(length) }
}
