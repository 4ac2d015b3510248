import { Agent, type IncomingMessage, request } from 'node:http'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { idsIn, onMade, requests, type Sent } from '../../bench/torture/hostile-requests.ts'
import { responseFor } from '../../src/contract/operations.ts'
import { makeRoutes, type Routes } from '../../src/contract/routes.ts'
import { responseValidator } from '../../src/contract/schema/validators.ts'
import type { RunningMock } from '../../stateful-mock/create-mock.ts'
import { startedMock } from './support.ts'

const RUNS = process.env.UNDERSTUDY_FULL ? 2_000 : 600
/** So many more, several at a time, when there is time for them. */
const MORE = process.env.UNDERSTUDY_FULL ? 1_000_000 : 0

function send(mock: RunningMock, agent: Agent, { method, path, headers, body }: Sent) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const { port } = new URL(mock.url)
    const heard = (response: IncomingMessage) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    }
    request(
      { host: '127.0.0.1', port, method, path, headers: { 'Content-Length': body.length, ...headers }, agent },
      heard,
    )
      .on('error', reject)
      .end(body)
  })
}

/** Where a success does not fit what the description says of it. */
function misfits(routes: readonly Routes[], { method, path }: Sent, status: number, text: string): readonly unknown[] {
  const [pathname = ''] = path.split('?')
  const match = routes.map((one) => one.match(method, pathname)).find(({ found }) => found === 'operation')
  const response = match?.found === 'operation' ? responseFor(match.operation, status) : undefined
  if (!response || text === '') return []
  return responseValidator(response)?.(response.contentType === 'application/json' ? JSON.parse(text) : text) ?? []
}

/** A backend or a fault that is told to fail does so, and rightly; a stream never ends; a reset would leave little to meet. */
const LEFT = ['backendBehaves', 'providerBehaves', 'armFault', 'streamHappenings', 'resetWorld']

test(`${RUNS + MORE} requests of garbage: never a 5xx, always an error body, success as described`, async () => {
  const mock = await startedMock()
  const agent = new Agent({ keepAlive: true })
  const statuses = new Map<number, number>()
  const ids = ['svc_checkout']
  const routes = [mock.contract.routes, makeRoutes(mock.contract.controlOperations.values())]
  const check = async (generated: Sent) => {
    const sent = onMade(generated, ids)
    const { status, text } = await send(mock, agent, sent)
    if (status === 201 && ids.length < 10_000) ids.push(...idsIn(text))
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    expect(status, `${sent.method} ${sent.path}`).toBeLessThan(500)
    if (status < 300) expect(misfits(routes, sent, status, text)).toEqual([])
    if (status >= 400 && sent.method !== 'HEAD') expect(JSON.parse(text)).toEqual({ error: expect.any(String) })
  }
  const arbitrary = requests(mock.contract, LEFT)
  await fc.assert(fc.asyncProperty(arbitrary, check), { numRuns: RUNS, seed: 20260305 })
  for (let done = 0; done < MORE; done += 1_000) {
    const batch = fc.sample(arbitrary, { numRuns: 1_000, seed: done })
    for (let index = 0; index < batch.length; index += 20) await Promise.all(batch.slice(index, index + 20).map(check))
  }
  agent.destroy()
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 201, 400, 401, 403, 404, 405, 413, 415]))
}, 3_600_000)
