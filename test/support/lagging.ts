import type { Client } from '../../src/target/client.ts'
import type { Exchange } from '../../src/target/exchange.ts'

/** A clock that only waiting moves. */
export function waitedTime() {
  let nowMs = 0
  return {
    now: () => nowMs,
    pause: async (ms: number) => {
      nowMs += ms
    },
  }
}

/** A client whose reads are answered as they were a moment ago: by caller and path, for so long. */
export const lagging =
  (lagMs: number, now: () => number) =>
  (client: Client): Client => {
    const seen = new Map<string, { readonly atMs: number; readonly exchange: Exchange }>()
    return {
      ...client,
      async send(sent) {
        const { method, path, headers } = sent
        if (method !== 'GET' || path.startsWith('/_')) return client.send(sent)
        const key = JSON.stringify([path, headers])
        const before = seen.get(key)
        if (before && now() - before.atMs <= lagMs) return before.exchange
        const exchange = await client.send(sent)
        seen.set(key, { atMs: now(), exchange })
        return exchange
      },
    }
  }
