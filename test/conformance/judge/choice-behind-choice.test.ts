import { expect, onTestFinished, test } from 'vitest'
import { call } from '../../../src/conformance/plan/looks.ts'
import { event } from '../../../src/conformance/script/script.ts'
import { openWalking } from '../../support/walking.ts'

test('a choice that only another choice leads to is no reason to object', async () => {
  // An incident that was opened by hand resolves with its last alert, and then counts as acknowledged as well.
  const gaps = { 'oncall.auto-resolve-manual': 'resolve', 'oncall.resolve-sets-acknowledged': 'set' }
  const walking = await openWalking({ gaps, judgedBy: (own) => ({ ...own, gaps: {} }) })
  onTestFinished(() => walking.close())
  const of = (id: string) => call(walking.contract.operation(id))
  const services: unknown[] = []
  const alert = () => ({ serviceId: services[0], alert: 'disk' })
  const { trace, finding } = await walking.walk([
    { ...of('openIncident'), drawn: ({ body }) => void services.push(Object(body).serviceId) },
    event('alertFires', alert),
    event('alertResolves', alert),
    { ...of('listIncidents'), query: { status: 'resolved' } },
  ])
  expect(JSON.stringify(trace.at(-1)?.exchange)).toContain('acknowledgedAt')
  expect(finding).toBeUndefined()
})
