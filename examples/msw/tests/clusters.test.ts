import { setupServer } from 'msw/node'
import { understudy } from 'understudy-api/msw'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { API, clustersOf } from '../src/clusters.ts'

const mock = understudy({ baseUrl: API, clock: { frozenAt: '2026-03-05T09:00:00Z' } })
const server = setupServer(...mock.handlers)

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => mock.reset())
afterAll(async () => {
  server.close()
  await mock.close()
})

const clusters = clustersOf(mock.actor('member').headers)

test('a node joins', async () => {
  expect(await clusters.names()).toContain('prod')
  expect(await clusters.nodes('prod')).not.toContain('worker-9')
  await mock.events.nodeJoins({ cluster: 'prod', node: 'worker-9' })
  expect(await clusters.nodes('prod')).toContain('worker-9')
})

test('a reset takes it away again', async () => {
  expect(await clusters.nodes('prod')).not.toContain('worker-9')
})

test('a connection that breaks is one that breaks', async () => {
  await mock.faults.arm({ where: { operation: 'listClusters' }, drop: true, times: 1 })
  await expect(clusters.names()).rejects.toThrow(TypeError)
  expect(await clusters.names()).toContain('prod')
})

test('what is not the API is left alone', async () => {
  await expect(fetch('https://elsewhere.acme.example/api/v1/clusters')).rejects.toThrow()
})
