import { expect, test } from 'vitest'
import { INCIDENT_SCRIPTS } from '../../../../src/conformance/areas/oncall/scripts/incidents.ts'
import { as, found, type Mistake } from '../../../support/mistaken-target.ts'
import { walksOf } from '../../../support/seen-case.ts'

const MOST = 100

/** Of all incidents that ever were, its own organization's or all organizations', a list is chosen from the newest hundred. */
function cappedFirst(over: 'its own' | 'all'): Mistake {
  const opened: { readonly id: unknown; readonly by: string | undefined }[] = []
  return {
    answered({ sent, received }) {
      const by = sent.headers.authorization
      const { id, incidents } = Object(received.json)
      if (sent.method === 'POST' && sent.path.endsWith('/incidents') && received.status === 201) opened.push({ id, by })
      if (sent.method !== 'GET' || !Array.isArray(incidents)) return received
      const counted = opened.filter((one) => over === 'all' || one.by === by).slice(-MOST)
      const isOld = (incident: unknown) =>
        opened.some((one) => one.id === Object(incident).id) && !counted.some((one) => one.id === Object(incident).id)
      return as(received, 200, { incidents: incidents.filter((one) => !isOld(one)) })
    },
  }
}

const plan = walksOf(INCIDENT_SCRIPTS, (walk) => walk.length > MOST)

test.each(['its own', 'all'] as const)('a cap over all that ever were, of %s, is seen', async (over) => {
  expect(await found(cappedFirst(over), plan, [])).toMatchObject({ operation: 'listIncidents', severity: 'failure' })
})

test('a list that is full is right', async () => {
  expect(await found(undefined, plan, [])).toBeUndefined()
})
