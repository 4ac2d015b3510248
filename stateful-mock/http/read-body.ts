import type { IncomingMessage } from 'node:http'

/** How much of a body that is too large is still taken in, so that its sender gets to read the answer. */
const PATIENCE = 16 * 1024 * 1024

/** A body comes with one of these headers (RFC 9112, 6). */
export function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length']
  return (length !== undefined && length !== '0') || headers['transfer-encoding'] !== undefined
}

/** The bytes of a body, up to a limit. Rejects when the sender goes away. */
export function readBody(message: IncomingMessage, limit: number): Promise<Uint8Array | 'too large'> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    let size = 0
    message.on('data', (chunk: Uint8Array) => {
      size += chunk.length
      if (size <= limit) chunks.push(chunk)
      else if (size > limit + PATIENCE) resolve('too large')
    })
    message.on('end', () => resolve(size > limit ? 'too large' : Buffer.concat(chunks)))
    message.on('error', reject)
  })
}
