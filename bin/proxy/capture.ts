import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib'

/** Maximum size of a body that is kept, so that neither side can fill the memory. */
const MOST_BYTES = 16_000_000

/** Keeps a copy of a body, unless it is too long. */
export class Capture {
  readonly #chunks: Buffer[] = []
  #size = 0
  #isWhole = true

  add(chunk: Buffer): void {
    this.#size += chunk.length
    if (this.#size > MOST_BYTES) {
      this.#isWhole = false
      this.#chunks.length = 0
    }
    if (this.#isWhole) this.#chunks.push(chunk)
  }

  /** The decoded text; undefined if it is too long or cannot be decoded. */
  text(encoding: string | undefined): string | undefined {
    if (!this.#isWhole) return undefined
    const [first] = this.#chunks
    const bytes = first && this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks)
    try {
      return unpacked(bytes, encoding).toString('utf8')
    } catch {
      return undefined
    }
  }
}

const LIMIT = { maxOutputLength: MOST_BYTES }

/** Decodes several encodings from the last to the first. */
function unpacked(bytes: Buffer, encoding: string | undefined): Buffer {
  const names = (encoding ?? '').toLowerCase().split(',')
  return names
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
    .reduceRight((packed, name) => unpack(packed, name), bytes)
}

function unpack(bytes: Buffer, encoding: string): Buffer {
  if (bytes.length === 0) return bytes
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return gunzipSync(bytes, LIMIT)
    case 'br':
      return brotliDecompressSync(bytes, LIMIT)
    case 'deflate':
      return inflateSync(bytes, LIMIT)
    case 'zstd':
      return zstdDecompressSync(bytes, LIMIT)
    default:
      throw new Error(`unknown content encoding ${encoding}`)
  }
}
