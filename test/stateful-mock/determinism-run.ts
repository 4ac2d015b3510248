/** Runs generated requests in a process of its own and prints what came back, as one hash. */
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { idsIn, onMade, requests, type Sent } from '../../bench/torture/hostile-requests.ts'
import { buildPath } from '../../src/contract/routes.ts'
import { createMock } from '../../stateful-mock/create-mock.ts'
import { tour } from './tour.ts'

const [runs = '100', seed = 'small'] = process.argv.slice(2)
const NINE = '2026-03-05T09:00:00Z'
// Sandboxes tell when they were made, by the machine's clock.
const mock = await createMock({ seed, clock: { frozenAt: NINE }, realNow: () => Date.parse(NINE) })
const hash = createHash('sha256')
let count = 0

async function send({ method, path, headers, body }: Sent): Promise<{ status: number; text: string; type: string }> {
  const init = {
    method,
    headers,
    ...(method !== 'GET' && method !== 'HEAD' && { body: body as Uint8Array<ArrayBuffer> }),
  }
  const response = await mock.fetch(`${mock.url}${path}`, init)
  const text = await response.text()
  const kept = [...response.headers].filter(([name]) => name !== 'date')
  hash.update(JSON.stringify([response.status, kept, text]))
  count++
  return { status: response.status, text, type: response.headers.get('content-type') ?? '' }
}

const bytes = (value: unknown) => new TextEncoder().encode(value === undefined ? '' : JSON.stringify(value))
const control = async (method: string, path: string, body: unknown) =>
  JSON.parse((await send({ method, path: `/_understudy${path}`, headers: {}, body: bytes(body) })).text)

await tour({
  async ok(id, { path = {}, query, body, as = 'owner' } = {}) {
    const operation = mock.contract.operation(id)
    const search = query ? `?${new URLSearchParams(query)}` : ''
    const headers = {
      ...(as !== null && { Authorization: `Bearer ${as}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    }
    const sent = {
      method: operation.method,
      path: `${buildPath(operation, path)}${search}`,
      headers,
      body: bytes(body),
    }
    const { text, type } = await send(sent)
    return type.startsWith('application/json') ? JSON.parse(text) : text
  },
  happens: (event, body) => control('POST', `/events/${event}`, body),
  advance: (by) => control('POST', '/clock/advance', { by }),
  setGap: (gap, value) => control('PUT', `/gaps/${gap}`, { value }),
})

// Answers of these tell of the machine: how long something took, when it was started, by its own clock.
const OF_THE_MACHINE = ['resetWorld', 'listRequests', 'getRequest', 'setClock']
// Its answer has no end.
const ENDLESS = ['streamHappenings']
const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'])
const ids = ['svc_checkout']
const generated = fc.sample(
  requests(mock.contract, [...OF_THE_MACHINE, ...ENDLESS]).filter(({ method }) => methods.has(method)),
  { numRuns: Number(runs), seed: 7 },
)
for (const one of generated) {
  const { status, text } = await send(onMade(one, ids))
  if (status === 201) ids.push(...idsIn(text))
}
await mock.close()
console.log(`${count} ${hash.digest('hex')}`)
