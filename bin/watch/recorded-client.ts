import type { RecordedExchange } from '../../src/scenario/recording/recorded-exchange.ts'
import type { Client } from '../../src/target/client.ts'
import { received } from '../../src/target/received.ts'

/** A client that answers from the recording, for example with the catalogs that the target returned. */
export const recordedClient = (exchanges: readonly RecordedExchange[]): Client => ({
  async send(sent) {
    const found = exchanges.find(
      ({ method, path, status }) => method === sent.method && path === sent.path && status === 200,
    )
    if (!found) return { answered: false, sent, problem: 'it is not in the recording' }
    return { answered: true, sent, received: received(found.status, found.answerHeaders, found.answer) }
  },
  close: async () => {},
})
