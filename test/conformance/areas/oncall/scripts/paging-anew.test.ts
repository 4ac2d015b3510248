import { expect, onTestFinished, test } from 'vitest'
import { PAGING_SCRIPTS } from '../../../../../src/conformance/areas/oncall/scripts/paging.ts'
import type { Walk } from '../../../../../src/conformance/script/goal.ts'
import type { Driver } from '../../../../../src/target/driver.ts'
import { openWalking } from '../../../../support/walking.ts'

const timesCalled = (walk: Walk, id: string) =>
  walk.filter((goal) => goal.kind === 'call' && goal.operation.id === id).length
const isInHand = (walk: Walk): boolean =>
  timesCalled(walk, 'acknowledgeIncident') + timesCalled(walk, 'resolveIncident') > 0
const fails = (walk: Walk): boolean => walk.some((goal) => goal.kind === 'event' && goal.event === 'providerBehaves')
const isMeant = (walk: Walk): boolean =>
  (timesCalled(walk, 'openIncident') === 2 && !isInHand(walk) && !fails(walk)) ||
  timesCalled(walk, 'updateEscalationPolicy') === 1

/** Nobody is paged about a second incident, nor by steps that were changed. */
const nobody = (own: Driver): Driver => ({
  ...own,
  cause: async (event, body) => (event === 'listPages' ? { pages: [] } : own.cause(event, body)),
})

async function found(drivenBy: (driver: Driver) => Driver) {
  const walking = await openWalking({ drivenBy })
  onTestFinished(() => walking.close())
  const walks = PAGING_SCRIPTS.flatMap((script) => script.walks(walking.contract.operations) ?? []).filter(isMeant)
  const findings = []
  for (const walk of walks) findings.push((await walking.walk(walk)).finding?.code)
  return findings
}

test('each incident pages on its own, by the steps as they are now', async () => {
  expect(await found((driver) => driver)).toEqual([undefined, undefined, undefined, undefined])
  expect(await found(nobody)).toEqual(['paged', 'paged', 'paged', 'paged'])
})
