import { isObject, type Json } from '../../contract/json.ts'
import type { Client } from '../client.ts'

/** Our own mock says what it does at every open point; undefined for any other target. */
export async function mockGaps(client: Client): Promise<Readonly<Record<string, Json>> | undefined> {
  const exchange = await client.send({ method: 'GET', path: '/_understudy/gaps', headers: {}, body: undefined })
  if (!exchange.answered || exchange.received.status !== 200) return undefined
  const { json } = exchange.received
  if (!isObject(json) || !Array.isArray(json.gaps)) return undefined
  return Object.fromEntries(json.gaps.filter(isObject).map(({ id, value }) => [String(id), value as Json]))
}
