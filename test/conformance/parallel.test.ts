import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { verify } from '../../src/conformance/verify.ts'
import { createMock, type RunningMock } from '../../stateful-mock/create-mock.ts'

const SERVICES = '/api/v1/uptime/services'

/** Lets a name be given twice when both ask at the same time, and only then. */
async function racingTarget(mock: RunningMock): Promise<string> {
  const underWay = new Map<string, number>()
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const key = request.method === 'POST' && request.url === SERVICES ? body : undefined
    if (key !== undefined) underWay.set(key, (underWay.get(key) ?? 0) + 1)
    // Long enough for the other one to come in.
    if (key !== undefined) await new Promise((resolve) => setTimeout(resolve, 80))
    const raced = key !== undefined && (underWay.get(key) ?? 0) > 1
    const answer = await fetch(mock.url + (request.url ?? ''), {
      method: request.method ?? 'GET',
      headers: request.headers as Record<string, string>,
      ...(body !== '' && { body }),
    })
    const given = await answer.text()
    const twice = raced && answer.status === 409
    const made = JSON.stringify({
      id: `ser_twin${underWay.size}`,
      ...JSON.parse(body || '{}'),
      monitors: 0,
      createdAt: new Date().toISOString(),
    })
    response.writeHead(twice ? 201 : answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
    response.end(twice ? made : given)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const judged = (url: string) =>
  verify({ url, areas: ['uptime'], seed: 3, runs: 0, skip: ['walk', 'invalid', 'random'], bail: true })

test('a name that two can have when they ask at the same time is seen; one after the other it is not', async () => {
  const mock = await createMock({ seed: 'small' })
  onTestFinished(() => mock.close())
  expect((await judged(mock.url)).report.failures).toEqual([])
  const { report } = await judged(await racingTarget(mock))
  expect(report.failures).toMatchObject([{ check: 'parallel', operation: 'createUptimeService', severity: 'failure' }])
  expect(report.failures[0]?.steps.map(({ name, withNext }) => [name, withNext])).toEqual([
    ['createUptimeService', true],
    ['createUptimeService', false],
  ])
})
