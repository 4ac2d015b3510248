import { beforeAll, expect, test } from 'vitest'
import type { Arazzo } from '../../../src/scenario/arazzo.ts'
import { createMock, type RunningMock } from '../../../stateful-mock/create-mock.ts'
import { ask, NINE } from '../support.ts'

const MADE = 520
let mock: RunningMock
let ids: string[]
beforeAll(async () => {
  mock = await createMock({ seed: 'small', clock: { frozenAt: NINE } })
  const made = await Promise.all(
    Array.from({ length: MADE }, (_, number) => post('/api/v1/uptime/services', { name: `service ${number}` })),
  )
  ids = made.map(({ body }) => (body as { id: string }).id)
  return () => mock.close()
})
const post = (path: string, json: unknown) => ask(mock, 'POST', path, { json, as: 'owner' })

test('of a long journal, a part is saved with what it is about, and others are answered meanwhile', async () => {
  const probe = { kind: 'tcp', tcp: { host: 'shop.example', port: 443 }, intervalSeconds: 60, vantages: ['fra'] }
  const made = await post('/api/v1/uptime/monitors', { name: 'front', serviceId: ids[3], ...probe })
  expect(made.status).toBe(201)
  let turns = 0
  const counting = setInterval(() => turns++, 1)
  const saved = await post('/_understudy/journal/scenario', { name: 'monitor', fromEntry: MADE + 1 })
  clearInterval(counting)
  expect(saved.status).toBe(201)
  const { body } = await ask(mock, 'GET', '/_understudy/scenarios/monitor')
  const { steps } = (body as { document: Arazzo }).document.workflows[0] ?? { steps: [] }
  // The vantages of any target are looked up first.
  expect(steps.map(({ stepId }) => stepId)).toEqual(['createUptimeService', 'getUptimeCatalog', 'createMonitor'])
  expect(turns).toBeGreaterThan(1)
})

test('a part that nobody could read is refused in a sentence', async () => {
  const { status, body } = await post('/_understudy/journal/scenario', { name: 'long', toEntry: MADE })
  expect({ status, body }).toEqual({
    status: 409,
    body: {
      error: 'a scenario has at most 500 steps, and this part of the journal has 520: choose a shorter one',
    },
  })
})
