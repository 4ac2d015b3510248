import { expect, onTestFinished, test } from 'vitest'
import { twisted } from '../../../src/conformance/plan/by-operation.ts'
import { byOnlooker } from '../../../src/conformance/plan/each-way.ts'
import { isObject } from '../../../src/contract/json.ts'
import { openWalking } from '../../support/walking.ts'

test('what is wrong in a change is tried alone and among other changes', async () => {
  const walking = await openWalking()
  onTestFinished(() => walking.close())
  const update = walking.of('uptime').filter(({ id }) => id === 'updateMonitor')
  const fields: string[][] = []
  for (const walk of twisted(update, () => [])) {
    const { trace } = await walking.walk(walk)
    for (const { step } of trace)
      if (step.kind === 'request' && step.operation === 'updateMonitor' && isObject(step.body))
        fields.push(Object.keys(step.body))
  }
  const about = (field: string) => fields.filter((names) => names.includes(field)).map(({ length }) => length)
  for (const field of ['vantages', 'intervalSeconds']) {
    expect(Math.min(...about(field))).toBe(1)
    expect(Math.max(...about(field))).toBeGreaterThan(4)
  }
})

test('somebody in a role that otherwise does nothing reads everything', async () => {
  const walking = await openWalking({
    judgedBy(own) {
      const { member } = own.actors
      return member ? { ...own, actors: { ...own.actors, viewer: { ...member, role: 'viewer' } } } : own
    },
  })
  onTestFinished(() => walking.close())
  expect(walking.cast.onlooker).toBe('viewer')
  const [walk] = byOnlooker(walking.of('organization'))
  const { trace } = await walking.walk(walk ?? [])
  expect(trace.map(({ step }) => [step.kind === 'request' && step.operation, step.actor])).toEqual([
    ['getContacts', 'viewer'],
  ])
})
