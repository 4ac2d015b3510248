import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'

/** The target behind a proxy, with the connections to it. */
export interface Upstream {
  readonly url: URL
  readonly agent: HttpAgent
}

const KEPT = { keepAlive: true, noDelay: true, maxSockets: Number.POSITIVE_INFINITY }

export function makeUpstream(target: string): Upstream {
  const url = new URL(target)
  return { url, agent: url.protocol === 'https:' ? new HttpsAgent(KEPT) : new HttpAgent(KEPT) }
}
