import { isObject } from '../contract/json.ts'
import type { Client } from './client.ts'
import type { Exchange } from './exchange.ts'
import { type Stopping, UNSTOPPED } from './stopping.ts'

export interface PoliteOptions {
  /** Requests in a second at most. */
  readonly rate?: number
  /** The time to wait in all, over the whole run, for a target that answers 429. */
  readonly patienceMs?: number
  /** The first pause when the target does not say how long; each further one for the same request is twice as long. */
  readonly firstPauseMs?: number
  readonly stopping?: Stopping
}

const PATIENCE_MS = 60_000
/** The pause when the target does not say how long. */
const PAUSE_MS = 1_000

/**
 * Number of times that a request is sent again when the target does not say when to: it may be refused for good, as mail is
 * past a daily quota.
 */
const MOST_UNASKED = 3

/** Number of times that a 429 without the shape of a refusal is handed on, for it to be reported and shown again. */
const MOST_MISSHAPEN = 20

/**
 * A client that keeps to a rate and waits when it is asked to slow down. 429 means that nothing happened, so sending
 * the same again is not a second write.
 */
export function politeClient(
  client: Client,
  { rate, patienceMs = PATIENCE_MS, firstPauseMs = PAUSE_MS, stopping = UNSTOPPED }: PoliteOptions,
): Client {
  const turn = rate === undefined ? undefined : turns(rate, stopping)
  let [leftMs, misshapen] = [patienceMs, 0]
  /** Where waiting was of no use, until something else is answered there. */
  const inVain = new Set<string>()
  return {
    close: () => client.close(),
    async send(sent, held) {
      const place = `${sent.method} ${sent.path}`
      for (let again = 0; ; again++) {
        await turn?.()
        const given = await client.send(sent, held)
        const exchange = again > 0 ? takenLater(given) : given
        const pauseMs = askedPauseMs(exchange, firstPauseMs * 2 ** again)
        if (pauseMs === undefined) inVain.delete(place)
        if (pauseMs === undefined || pauseMs > leftMs || stopping.stopped) return exchange
        if (!isRefusal(exchange) && misshapen++ < MOST_MISSHAPEN) return exchange
        if (!saysWhen(exchange)) {
          if (again === MOST_UNASKED) inVain.add(place)
          if (inVain.has(place)) return exchange
        }
        leftMs -= pauseMs
        await stopping.pause(pauseMs)
        if (stopping.stopped) return exchange
      }
    },
  }
}

/** An exchange that was put off before. */
export const takenLater = (exchange: Exchange): Exchange =>
  exchange.answered ? { ...exchange, received: { ...exchange.received, slowedDown: true } } : exchange

const isRefusal = (exchange: Exchange): boolean =>
  exchange.answered && isObject(exchange.received.json) && typeof exchange.received.json.error === 'string'

const saysWhen = (exchange: Exchange): boolean =>
  exchange.answered && exchange.received.headers['retry-after'] !== undefined

/** The pause that a target asks for; undefined when it does not. Seconds or a date (RFC 9110, 10.2.3). */
export function askedPauseMs(exchange: Exchange, unaskedMs = PAUSE_MS): number | undefined {
  if (!exchange.answered || exchange.received.status !== 429) return undefined
  const asked = exchange.received.headers['retry-after']
  if (asked === undefined) return unaskedMs
  const seconds = Number(asked)
  const ms = Number.isNaN(seconds) ? Date.parse(asked) - (exchange.received.dateMs ?? Date.now()) : seconds * 1000
  return Number.isFinite(ms) ? Math.max(ms, 50) : unaskedMs
}

/** Hands out moments, evenly spaced. */
function turns(rate: number, stopping: Stopping): () => Promise<void> {
  const spaceMs = 1000 / rate
  let next = 0
  return async () => {
    const now = performance.now()
    const at = Math.max(now, next)
    next = at + spaceMs
    if (at > now) await stopping.pause(at - now)
  }
}
