import { expect, test } from 'vitest'
import { beyondQuota } from '../../../src/conformance/checks/beyond-quota.ts'
import { answered, blankShadow } from '../../support/answered.ts'

type Told = readonly [operation: string, quota: number, ...phases: string[]]

/** What is found in the last of these answers; a list has a cluster in each of the phases. */
function foundIn(...answers: readonly Told[]) {
  let quota = 0
  const isThere = ({ phase }: Readonly<Record<string, unknown>>) => phase !== 'Terminating'
  const clusters = { create: 'createCluster', entity: 'Cluster', of: () => quota, counts: isThere } as const
  const check = beyondQuota(clusters, 'CLU-01')
  let { memory, found } = check.look(answered({ operation: 'getCluster', status: 404 }), check.start)
  for (const [operation, now, ...phases] of answers) {
    quota = now
    const clusters = phases.map((phase, index) => ({ name: `cluster-${index}`, phase }))
    const status = operation === 'createCluster' ? 201 : 200
    const shadow = blankShadow('2026-03-01T10:00:00Z')
    ;({ memory, found } = check.look(answered({ operation, status, body: { clusters }, shadow }), memory))
  }
  return found
}

test('what is made when a quota is used up is found in the list, whoever made the others', () => {
  expect(foundIn(['createCluster', 2], ['listClusters', 2, 'Ready', 'Ready', 'Provisioning'])).toMatchObject([
    { code: 'beyond-quota', expected: 2, actual: 3, rules: ['CLU-01'] },
  ])
  expect(foundIn(['createCluster', 2], ['listClusters', 2, 'Ready', 'Provisioning'])).toEqual([])
})

test('what was there before the quota was lowered may stay', () => {
  expect(foundIn(['createCluster', 9], ['listClusters', 2, 'Ready', 'Ready', 'Ready'])).toEqual([])
  expect(foundIn(['listClusters', 2, 'Ready', 'Ready', 'Ready'])).toEqual([])
})

test('what need not count is not counted', () => {
  expect(foundIn(['createCluster', 2], ['listClusters', 2, 'Ready', 'Ready', 'Terminating'])).toEqual([])
})
