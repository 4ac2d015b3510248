import type { Client } from '../client.ts'

/** What goes wrong when a target is called; undefined when it answers, whatever it says. */
export async function problemReaching(client: Client): Promise<string | undefined> {
  const exchange = await client.send({ method: 'GET', path: '/api/v1/tokens', headers: {}, body: undefined })
  return exchange.answered ? undefined : exchange.problem
}
