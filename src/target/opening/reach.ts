import type { Client } from '../client.ts'
import { type Stopping, UNSTOPPED } from '../stopping.ts'

export interface Patience {
  /** The time that a target may take to start. */
  readonly waitMs?: number
  readonly stopping?: Stopping
}

const EVERY_MS = 500
/** The statuses of a proxy whose upstream is still starting. */
const STILL_STARTING = [502, 503, 504]

/** The problem when a target is called; undefined when it answers at all. */
export async function problemReaching(
  client: Client,
  { waitMs = 0, stopping = UNSTOPPED }: Patience = {},
): Promise<string | undefined> {
  const endMs = performance.now() + waitMs
  for (;;) {
    const exchange = await client.send({ method: 'GET', path: '/api/v1/tokens', headers: {}, body: undefined })
    const isUp = exchange.answered && !STILL_STARTING.includes(exchange.received.status)
    if (isUp || performance.now() >= endMs || stopping.stopped) return exchange.answered ? undefined : exchange.problem
    await stopping.pause(Math.min(EVERY_MS, endMs - performance.now()))
  }
}
