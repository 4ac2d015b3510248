import type { Client } from '../client.ts'
import { type Stopping, UNSTOPPED } from '../stopping.ts'

export interface Patience {
  /** How long a target may take that is still starting. */
  readonly waitMs?: number
  readonly stopping?: Stopping
}

const EVERY_MS = 500
/** What a proxy says while what is behind it is still starting. */
const STILL_STARTING = [502, 503, 504]

/** What goes wrong when a target is called; undefined when it answers, whatever it says. */
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
