import { expect, test } from 'vitest'
import { fewerItems } from '../../../src/conformance/sequence/fewer-items.ts'
import { reference, type Step } from '../../../src/conformance/step/step.ts'

const request = (operation: string, body: unknown): Step => ({
  ...{ kind: 'request', operation, actor: 'owner', parameters: {}, query: {}, intent: 'plain' },
  body,
})
const schedule = request('createSchedule', { name: 'rota' })
const to = (step: number) => ({ target: { kind: 'schedule', id: reference(step, '/id') } })

test('one item of a list is left out at a time, with the step that made what it names', () => {
  const policy = request('createEscalationPolicy', { steps: [to(0), to(1), { target: { kind: 'user', id: 'ada' } }] })
  const ways = [...fewerItems([schedule, schedule, policy])]
  expect(ways.map(({ unneeded }) => unneeded)).toEqual([[0], [1]])
  expect(ways[0]?.steps[2]?.body).toEqual({ steps: [to(1), { target: { kind: 'user', id: 'ada' } }] })
})

test('what another item still names is needed, and a single item stays', () => {
  const twice = request('createEscalationPolicy', { steps: [to(0), to(0)] })
  expect([...fewerItems([schedule, twice])].map(({ unneeded }) => unneeded)).toEqual([[], []])
  expect([...fewerItems([schedule, request('createEscalationPolicy', { steps: [to(0)] })])]).toEqual([])
})
