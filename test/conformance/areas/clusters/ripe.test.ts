import { expect, onTestFinished, test } from 'vitest'
import { call } from '../../../../src/conformance/plan/looks.ts'
import type { Goal } from '../../../../src/conformance/script/goal.ts'
import { openWalking, told } from '../../../support/walking.ts'

/** A target that refuses these things until a cluster is ready, and whose profile does not say so. */
async function patient() {
  const refusing = {
    'clusters.tokens-while-provisioning': 'refuse',
    'clusters.kubeconfig-while-provisioning': 'refuse',
    'clusters.delete-while-changing': 'refuse',
  } as const
  const walking = await openWalking({ gaps: refusing, judgedBy: (own) => ({ ...own, gaps: {} }) })
  onTestFinished(() => walking.close())
  const { session, contract } = walking
  let seed = 0
  const walk = async (...goals: Goal[]) => {
    const sequence = await walking.walk(goals, seed++)
    session.learned = new Map([...session.learned, ...sequence.shadow.learned])
    expect(sequence.finding).toBeUndefined()
    return sequence
  }
  return { walking, walk, create: call(contract.operation('createCluster')) }
}

test.each([
  ['createRegistrationToken', 201],
  ['createJoinToken', 201],
  ['deleteCluster', 202],
])('%s waits for a new cluster once it was refused before', async (id, status) => {
  const { walking, walk, create } = await patient()
  const tried = call(walking.contract.operation(id))
  expect(told(await walk(create, tried))).toEqual(['createCluster 201', `${id} 409`])
  expect(told(await walk(create, tried))).toEqual([
    'createCluster 201',
    'outside event advanceClock',
    `${id} ${status}`,
  ])
})

test('getKubeconfig mostly waits, since most targets refuse it before', async () => {
  const { walking, walk, create } = await patient()
  const tried = call(walking.contract.operation('getKubeconfig'))
  const statuses = []
  for (let count = 0; count < 12; count++) statuses.push(told(await walk(create, tried)).at(-1))
  expect(statuses.filter((one) => one === 'getKubeconfig 200').length).toBeGreaterThan(6)
  expect(statuses).toContain('getKubeconfig 409')
})

test('a cluster that cannot be deleted yet is deleted when the work on it is over', async () => {
  const { walking, walk, create } = await patient()
  const first = await walk(create, call(walking.contract.operation('deleteCluster')))
  const second = await walk(create)
  const listed = await walking.mock.fetch('/api/v1/clusters', walking.contract.profile.actors.owner)
  const text = JSON.stringify(await listed.json())
  for (const { salt } of [first, second]) expect(text).not.toContain(salt)
  expect([...walking.session.leftBehind]).toEqual([])
})
