import type { Pool } from 'undici'
import type { Job } from './plain-connection.ts'
import { PlainConnections } from './plain-connections.ts'
import { type Asked, plainRequest, type WireText } from './plain-request.ts'
import { type FullReading, readInFull } from './read-in-full.ts'

/** A way to send requests for less than undici takes, as long as neither they nor their answers have anything special. */
export interface PlainWay {
  /** A request as it goes this way; undefined if it has to take the other. */
  written(asked: Asked): WireText | undefined
  send(job: Job): void
  close(): Promise<void>
}

export interface PlainLimits {
  readonly connections: number
  readonly timeoutMs: number
  readonly maxBytes: number
}

/** Undefined for HTTPS. With the first answer that is not plain, everything goes through the pool for good. */
export function plainWay(
  origin: URL,
  pool: Pool,
  { connections, timeoutMs, maxBytes }: PlainLimits,
): PlainWay | undefined {
  if (origin.protocol !== 'http:') return undefined
  const inFull = new Set<FullReading>()
  const plain = new PlainConnections({
    origin,
    connections,
    connectMs: timeoutMs,
    mostBytes: maxBytes,
    takeOver({ request, waiting }, socket, bytes) {
      const reading = readInFull(socket, bytes, { origin: origin.origin, request, handler: waiting })
      inFull.add(reading)
      socket.once('close', () => inFull.delete(reading))
      return reading.take
    },
    sendElsewhere: ({ request, waiting }) => void pool.dispatch(request, waiting),
  })
  return {
    written: (asked) => (plain.isPlain ? plainRequest(asked, origin.host) : undefined),
    send: (job) => plain.send(job),
    close: async () => void (await Promise.all([plain.close(), ...[...inFull].map((one) => one.close())])),
  }
}
