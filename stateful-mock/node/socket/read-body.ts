import type { IncomingMessage } from 'node:http'

/** The part of an oversized body that is still read, so that its sender gets to read the answer. */
const PATIENCE = 16 * 1024 * 1024

/** Reads a body up to a limit and hands it on. Nothing happens when the sender goes away before its end. */
export function readBody(
  message: IncomingMessage,
  limit: number,
  then: (body: Uint8Array | 'too large') => void,
): void {
  const chunks: Buffer[] = []
  let [size, isRead] = [0, false]
  const hand = () => {
    if (!isRead) then(size > limit ? 'too large' : Buffer.concat(chunks))
    isRead = true
  }
  message.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size <= limit) chunks.push(chunk)
    if (size > limit + PATIENCE) hand()
  })
  message.on('end', hand)
}

/** A body comes with one of these headers (RFC 9112, 6). */
export function hasBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': coding } = headers
  return (length !== undefined && length !== '0') || coding !== undefined
}
