import { expect, onTestFinished, test } from 'vitest'
import { MANY_READS } from '../../../../src/conformance/areas/clusters/checks/resting.ts'
import { call } from '../../../../src/conformance/plan/looks.ts'
import { advance, times } from '../../../../src/conformance/script/script.ts'
import { openWalking } from '../../../support/walking.ts'

/** What is found where a cluster that was made long ago is changed, by a judge who knows these deadlines. */
async function foundWith(deadlines: Readonly<Record<string, number>>) {
  const gaps = {
    'clusters.overdue-work': 'goes-on',
    'clusters.provisioning-seconds': 20000,
    'clusters.work-deadline-seconds': 20000,
    'clusters.patch-while-provisioning': 'refuse',
  } as const
  const walking = await openWalking({ gaps, judgedBy: (own) => ({ ...own, gaps: {}, deadlines }) })
  onTestFinished(() => walking.close())
  const id = (name: string) => call(walking.contract.operation(name))
  const reads = times(MANY_READS + 1, () => id('getCluster'))
  const walk = [id('createCluster'), ...reads, advance('PT2H'), ...reads, id('updateCluster')]
  return (await walking.walk(walk)).finding
}

test('a cluster that still says that it is being made may refuse a change, however long that takes', async () => {
  expect(await foundWith({})).toBeUndefined()
})

test('it may not once it has taken longer than the profile says', async () => {
  expect(await foundWith({ provisioning: 600 })).toMatchObject({ operation: 'updateCluster', code: 'refused' })
})
