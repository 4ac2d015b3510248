import { expect, test } from 'vitest'
import { ask, NINE, startedMock } from './support.ts'

const REHEARSALS = '/_understudy/rehearsals'

interface Rehearsed {
  readonly status: number
  readonly error?: string
  readonly body?: Record<string, unknown>
  readonly rules: readonly string[]
}

test('a rehearsal tells what would be answered, and nothing of it happens', async () => {
  const mock = await startedMock({ seed: 'acme' })
  const before = (await ask(mock, 'GET', '/_understudy/world')).body
  const steps = [
    {
      operation: 'updateCluster',
      actor: 'owner',
      parameters: { name: 'prod' },
      body: { orchestratorVersion: '1.33.1' },
    },
    { operation: 'createToken', actor: 'owner', body: { name: 'laptop' } },
    { operation: 'listTokens' },
    { event: 'alertFires', body: { serviceId: 'svc_checkout', alert: 'Slow' } },
    { event: 'alertResolves', body: { serviceId: 'svc_checkout', alert: 'NeverFired' } },
    { event: 'alertFires', body: {} },
  ]
  const { status, body } = await ask(mock, 'POST', REHEARSALS, { json: { steps } })
  const { now, answers } = body as { now: string; answers: readonly Rehearsed[] }
  expect(status).toBe(200)
  expect(Date.parse(now)).toBe(Date.parse(NINE))
  expect(answers.map((answer) => answer.status)).toEqual([409, 201, 401, 200, 409, 400])
  expect(answers[0]).toMatchObject({ rules: ['clusters.node-skew'], error: expect.stringContaining('worker-4') })
  expect(answers[1]?.body).toMatchObject({ orgSlug: 'acme' })
  expect((await ask(mock, 'GET', '/_understudy/world')).body).toEqual(before)
  expect((await ask(mock, 'GET', '/_understudy/requests')).body).toEqual({ requests: [] })
})

test('a rehearsal can be about the world as it was, or at another instant', async () => {
  const mock = await startedMock({ seed: 'acme' })
  const { incidentId } = (
    await ask(mock, 'POST', '/_understudy/events/alert-fires', { json: { serviceId: 'svc_nobody_uses', alert: 'X' } })
  ).body as { incidentId?: string }
  expect(incidentId).toBeUndefined()
  const fired = (
    await ask(mock, 'POST', '/_understudy/events/alert-fires', { json: { serviceId: 'svc_checkout', alert: 'X' } })
  ).body as { incidentId: string }
  await ask(mock, 'POST', `/api/v1/oncall/incidents/${fired.incidentId}/resolve`, { as: 'owner' })
  const incident = (entry?: number) =>
    ask(mock, 'POST', REHEARSALS, {
      json: { entry, steps: [{ operation: 'getIncident', actor: 'owner', parameters: { id: fired.incidentId } }] },
    })
  const stateIn = async (entry?: number) =>
    ((await incident(entry)).body as { answers: readonly Rehearsed[] }).answers[0]?.body?.status
  expect([await stateIn(1), await stateIn(2), await stateIn()]).toEqual(['open', 'resolved', 'resolved'])
  expect(await incident(3)).toMatchObject({ status: 404, body: { error: 'there is no entry 3 in the journal' } })

  const onCall = async (at: string) => {
    const json = { steps: [{ operation: 'listSchedules', actor: 'owner', at }] }
    const { answers } = (await ask(mock, 'POST', REHEARSALS, { json })).body as { answers: readonly Rehearsed[] }
    const { schedules } = (answers[0]?.body ?? {}) as { schedules: readonly { onCallNow: { label: string } }[] }
    return schedules[0]?.onCallNow.label
  }
  const people = await Promise.all(['2026-03-10T12:00:00Z', '2026-03-17T12:00:00Z', '2026-03-24T12:00:00Z'].map(onCall))
  expect(new Set(people).size).toBe(3)
})

test('a rehearsal can be about a few things of a kind, as if there were no others', async () => {
  const mock = await startedMock({ seed: 'acme' })
  const rehearsed = async (only?: object) => {
    const json = { steps: [{ operation: 'listSchedules', actor: 'owner' }], ...(only && { only }) }
    const { answers } = (await ask(mock, 'POST', REHEARSALS, { json })).body as { answers: readonly Rehearsed[] }
    const { schedules } = (answers[0]?.body ?? {}) as { schedules: readonly { id: string }[] }
    return schedules
  }
  const all = await rehearsed()
  expect(all.length).toBeGreaterThan(1)
  expect(await rehearsed({ entity: 'OncallSchedule', ids: [all[1]?.id] })).toEqual([all[1]])
  expect(await rehearsed()).toEqual(all)
  const json = { steps: [], only: { entity: 'Teapot', ids: [] } }
  expect((await ask(mock, 'POST', REHEARSALS, { json })).body).toEqual({ error: 'there is no entity named Teapot' })
})

test('what a rehearsal names must exist', async () => {
  const mock = await startedMock()
  const told = async (step: unknown) => (await ask(mock, 'POST', REHEARSALS, { json: { steps: [step] } })).body
  expect(await told({ operation: 'listToken' })).toEqual({
    error: 'no operation is called listToken (did you mean listTokens?)',
  })
  expect(await told({ operation: 'listTokens', actor: 'nemo' })).toEqual({ error: 'there is no actor named nemo' })
  expect(await told({ event: 'skyFalls' })).toEqual({ error: 'no outside event is called skyFalls' })
})
