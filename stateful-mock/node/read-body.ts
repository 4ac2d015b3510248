import type { IncomingMessage } from 'node:http'

/** The part of an oversized body that is still read, so that its sender gets to read the answer. */
const PATIENCE = 16 * 1024 * 1024

/** A body comes with one of these headers (RFC 9112, 6). */
export function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length']
  return (length !== undefined && length !== '0') || headers['transfer-encoding'] !== undefined
}

/** Takes in the bytes of a body, up to a limit, and hands them on. Nothing happens when the sender goes away. */
export function readBody(
  message: IncomingMessage,
  limit: number,
  then: (body: Uint8Array | 'too large') => void,
): void {
  let chunks: Uint8Array[] | undefined
  let size = 0
  let handed = false
  const hand = (body: Uint8Array | 'too large') => {
    if (!handed) then(body)
    handed = true
  }
  message.on('data', (chunk: Uint8Array) => {
    size += chunk.length
    if (size > limit + PATIENCE) hand('too large')
    if (size > limit) return
    if (chunks) chunks.push(chunk)
    else chunks = [chunk]
  })
  message.on('end', () => hand(size > limit ? 'too large' : whole(chunks ?? [])))
}

const whole = (chunks: readonly Uint8Array[]): Uint8Array =>
  chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks)
