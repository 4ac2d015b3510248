import type { Client } from './client.ts'
import type { Exchange } from './exchange.ts'

export interface Manners {
  /** Requests in a second at most. */
  readonly rate?: number
  /** How long to wait in all for a target that says 429, in milliseconds. */
  readonly patienceMs?: number
  /** Called for each 429 that was waited for. */
  readonly onWait?: (waitMs: number) => void
}

const PATIENCE_MS = 30_000
/** When the target does not say how long. */
const PAUSE_MS = 1_000

/**
 * A client that keeps to a rate and waits when it is told to slow down. 429 means that nothing happened, so sending
 * the same again is no second write.
 */
export function politeClient(client: Client, { rate, patienceMs = PATIENCE_MS, onWait }: Manners): Client {
  const turn = rate === undefined ? undefined : turns(rate)
  return {
    close: () => client.close(),
    async send(sent) {
      for (let waitedMs = 0; ; ) {
        await turn?.()
        const exchange = await client.send(sent)
        const pauseMs = waitedFor(exchange)
        if (pauseMs === undefined || waitedMs + pauseMs > patienceMs) return exchange
        waitedMs += pauseMs
        onWait?.(pauseMs)
        await sleep(pauseMs)
      }
    },
  }
}

/** How long a target asks to wait; undefined when it does not. Seconds or a date (RFC 9110, 10.2.3). */
function waitedFor(exchange: Exchange): number | undefined {
  if (!exchange.answered || exchange.received.status !== 429) return undefined
  const asked = exchange.received.headers['retry-after']
  if (asked === undefined) return PAUSE_MS
  const seconds = Number(asked)
  const ms = Number.isNaN(seconds) ? Date.parse(asked) - (exchange.received.dateMs ?? Date.now()) : seconds * 1000
  return Number.isFinite(ms) ? Math.max(ms, 50) : PAUSE_MS
}

/** Hands out moments, evenly spaced. */
function turns(rate: number): () => Promise<void> {
  const spaceMs = 1000 / rate
  let next = 0
  return async () => {
    const now = performance.now()
    const at = Math.max(now, next)
    next = at + spaceMs
    if (at > now) await sleep(at - now)
  }
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
