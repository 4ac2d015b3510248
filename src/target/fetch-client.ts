import type { Client } from './client.ts'
import { received } from './received.ts'
import { type Held, inHalves } from './sending/held.ts'

/** A client around something that fetches, such as a mock in the same process. */
export function fetchClient(fetch: (path: string, init: RequestInit) => Promise<Response>): Client {
  return {
    async send(sent, held) {
      const { method, path, headers, body } = sent
      try {
        const response = await fetch(path, { method, headers, ...(body !== undefined && bodyIn(body, held)) })
        const text = await response.text()
        return { answered: true, sent, received: received(response.status, Object.fromEntries(response.headers), text) }
      } catch (error) {
        return { answered: false, sent, problem: (error as Error).message }
      }
    },
    close: async () => {},
  }
}

const bodyIn = (body: string, held: Held | undefined): Pick<RequestInit, 'body' | 'duplex'> =>
  held ? { body: ReadableStream.from(inHalves(body, held)), duplex: 'half' } : { body }
