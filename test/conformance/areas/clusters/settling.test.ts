import { expect, test } from 'vitest'
import { judgeSecondCandidate } from '../../../../bench/eyesight/judge-candidate.ts'
import { judgeMock } from '../../../../bench/eyesight/judge-mock.ts'
import { worded } from '../../../../src/conformance/finding/words.ts'
import { call, looksAmong } from '../../../../src/conformance/plan/looks.ts'
import { throughTime } from '../../../../src/conformance/plan/through-time.ts'
import type { CallGoal } from '../../../../src/conformance/script/goal.ts'
import { remembered } from '../../../../src/conformance/script/remembered.ts'
import { advance, event, times } from '../../../../src/conformance/script/script.ts'
import type { Client } from '../../../../src/target/client.ts'
import { FULL } from '../../../support/judged-candidate.ts'
import { as } from '../../../support/mistaken-target.ts'
import { openWalking } from '../../../support/walking.ts'

test('a target whose nodes are ready at once and leave with their token is not accused', async () => {
  const gaps = { 'clusters.progress': 'at-once', 'clusters.nodes-of-ended-token': 'remove' }
  const { failures } = await judgeMock({ areas: ['clusters'], gaps, seed: 20, maxRequests: 750, bail: false })
  expect(failures.map(({ finding }) => worded(finding).message)).toEqual([])
})

test('a target whose clusters get on only by being looked at is not accused', async () => {
  const gaps = { 'clusters.progress': 'after-reads', 'clusters.deleting-visible': 'visible' }
  const { failures } = await judgeMock({ areas: ['clusters'], gaps, seed: 20, maxRequests: 700, bail: false })
  expect(failures.map(({ finding }) => worded(finding).message)).toEqual([])
})

test.each(['listNodes', 'listRegistrationTokens'])('nor is it by %s while a teardown goes on', async (id) => {
  const gaps = { 'clusters.progress': 'after-reads', 'clusters.deleting-visible': 'visible' }
  const walking = await openWalking({ gaps, judgedBy: (own) => ({ ...own, gaps: {} }) })
  const of = (name: string) => call(walking.contract.operation(name))
  const { first, drawn } = remembered()
  const below: CallGoal = { ...of(id), parameters: (drawing) => first(drawing)?.parameters ?? {}, intent: 'exotic' }
  const removed = { ...of('deleteCluster'), drawn }
  const { finding, trace } = await walking.walk([of('createCluster'), removed, advance('PT1H'), below])
  await walking.close()
  expect(trace.at(-1)).toMatchObject({ step: { operation: id }, exchange: { received: { status: 200 } } })
  expect(finding).toBeUndefined()
})

test('a target that restarts a lone control plane even for a change of nothing is not accused', async () => {
  const gaps = {
    'clusters.progress': 'after-reads',
    'clusters.patch-while-provisioning': 'accept',
    'clusters.unchanged-patch': 'roll',
    'clusters.single-replica-restart': 'nodes-not-ready',
  }
  const walking = await openWalking({ gaps, judgedBy: (own) => ({ ...own, gaps: {} }) })
  const of = (name: string) => call(walking.contract.operation(name))
  const on = { managedLoadBalancers: { enabled: true } }
  const { finding, trace } = await walking.walk([
    { ...of('createCluster'), body: () => ({ name: 'lone', tier: 'small', replicas: 1, ...on }) },
    ...[of('getCluster'), of('getCluster')],
    event('nodeJoins', () => ({ cluster: 'lone', node: 'first', ready: true })),
    ...[{ ...of('updateCluster'), body: () => on }, of('listNodes')],
  ])
  await walking.close()
  expect(trace.at(-1)?.exchange).toMatchObject({ received: { json: { nodes: [{ ready: false }] } } })
  expect(finding).toBeUndefined()
})

// It waits for a quarter of a minute: only in the full run.
test.runIf(FULL)(
  'a target whose rolls take their time, which nobody can move, is not accused however often it is looked at',
  async () => {
    const look = { areas: ['clusters'], seed: 31, maxRequests: 600, bail: true, runs: 0 }
    const { failures } = await judgeSecondCandidate({ ...look, variant: 'b', driver: false })
    expect(failures.map(({ finding }) => worded(finding).message)).toEqual([])
  },
)

test('a target that counts the life of registration tokens in minutes, and drops them then, is not accused', async () => {
  const gaps = { 'clusters.expires-in-unit': 'minutes', 'clusters.expired-registration-tokens': 'drop' }
  const walking = await openWalking({ gaps, judgedBy: (own) => ({ ...own, gaps: {} }) })
  const ids = ['createRegistrationToken', 'listRegistrationTokens']
  const operations = walking.of('clusters').filter(({ id }) => ids.includes(id))
  const [walk = []] = throughTime(operations, looksAmong(operations))
  const withTime = walk.map((goal) =>
    goal.kind === 'call' && goal.operation.does === 'create'
      ? { ...goal, body: () => ({ name: 'a-while', expiresIn: 300 }) }
      : goal,
  )
  const { finding, trace } = await walking.walk(withTime)
  await walking.close()
  expect(finding).toBeUndefined()
  expect(trace.map(({ step }) => (step.kind === 'request' ? step.operation : ''))).toContain('listRegistrationTokens')
})

/** Answers 409 to every change of a cluster. */
const refusing = (client: Client): Client => ({
  ...client,
  async send(sent) {
    const exchange = await client.send(sent)
    if (sent.method !== 'PATCH' || !exchange.answered) return exchange
    const json = { error: 'a change is under way' }
    return { ...exchange, received: { ...exchange.received, status: 409, json, text: JSON.stringify(json) } }
  },
})

test('a cluster that was left in peace has no change to wait for', async () => {
  const walking = await openWalking({ between: refusing })
  const [create, read, update] = ['createCluster', 'getCluster', 'updateCluster'].map((id) =>
    call(walking.contract.operation(id)),
  ) as [ReturnType<typeof call>, ReturnType<typeof call>, ReturnType<typeof call>]
  const change = { ...update, body: () => ({ tier: 'large' }) }
  const soon = await walking.walk([create, change])
  const unread = await walking.walk([create, advance('PT2H'), change])
  const rested = await walking.walk([create, advance('PT2H'), ...times(12, () => read), change])
  await walking.close()
  expect([soon.finding, unread.finding]).toEqual([undefined, undefined])
  expect(rested.finding).toMatchObject({ code: 'refused', operation: 'updateCluster' })
})

test('a change of a cluster that is still being made may be refused as invalid', async () => {
  const gaps = {
    'clusters.progress': 'after-reads',
    'clusters.patch-while-provisioning': 'refuse',
    'clusters.state-conflict-status': 400,
  }
  const walking = await openWalking({ gaps, judgedBy: (own) => ({ ...own, gaps: {} }) })
  const of = (name: string) => call(walking.contract.operation(name))
  const { finding, trace } = await walking.walk([
    { ...of('createCluster'), body: (_, { name }) => ({ name, tier: 'small' }) },
    { ...of('updateCluster'), body: () => ({ tier: 'medium' }) },
  ])
  await walking.close()
  expect(trace.at(-1)?.exchange).toMatchObject({ received: { status: 400 } })
  expect(finding).toBeUndefined()
})

test('a first cluster that is refused because something is going on is a fault', async () => {
  const walking = await openWalking({
    between: (client) => ({
      ...client,
      async send(sent) {
        const exchange = await client.send(sent)
        const isMade = exchange.answered && sent.method === 'POST' && sent.path.endsWith('/clusters')
        return isMade ? { ...exchange, received: as(exchange.received, 409, { error: 'not now' }) } : exchange
      },
    }),
  })
  const create = call(walking.contract.operation('createCluster'))
  const { finding } = await walking.walk([{ ...create, body: () => ({ name: 'lone', tier: 'small' }) }])
  await walking.close()
  expect(finding).toMatchObject({ operation: 'createCluster', severity: 'failure' })
})
