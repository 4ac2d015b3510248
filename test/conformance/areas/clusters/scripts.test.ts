import { expect, onTestFinished, test } from 'vitest'
import { clusters } from '../../../../src/conformance/areas/clusters/index.ts'
import { call } from '../../../../src/conformance/plan/looks.ts'
import type { Walk } from '../../../../src/conformance/script/goal.ts'
import { isObject } from '../../../../src/contract/json.ts'
import type { Client } from '../../../../src/target/client.ts'
import { type Driver, EventRefused } from '../../../../src/target/driver.ts'
import { received } from '../../../../src/target/received.ts'
import { openWalking, told } from '../../../support/walking.ts'

type Walking = Awaited<ReturnType<typeof openWalking>>

/** The walks of the area whose goals read like this. */
function walksLike({ contract }: Walking, like: RegExp): Walk[] {
  const operations = new Map([...contract.operations, ...contract.doors])
  const names = (walk: Walk) =>
    walk.map((goal) => (goal.kind === 'event' ? goal.event : 'operation' in goal ? goal.operation.id : goal.entity))
  const all = clusters.scripts.flatMap(({ walks }) => walks(operations) ?? [])
  return all.filter((walk) => like.test(names(walk).join(' ')))
}

async function opened(options: Parameters<typeof openWalking>[0]): Promise<Walking> {
  const walking = await openWalking(options)
  onTestFinished(() => walking.close())
  return walking
}

/** A driver that does something else at an event. */
const instead =
  (event: string, does: (body: Record<string, unknown>, driver: Driver) => Promise<unknown>) =>
  (driver: Driver): Driver => ({
    can: (name) => driver.can(name),
    cause: (name, body) => (name === event && isObject(body) ? does({ ...body }, driver) : driver.cause(name, body)),
  })

test('a change waits until a new cluster is ready, where the clock can be moved', async () => {
  const walking = await opened({ gaps: { 'clusters.patch-while-provisioning': 'refuse' } })
  const change = call(walking.contract.operation('updateCluster'))
  const steps = told(await walking.walk([change]))
  expect(steps).toEqual(['createCluster 201', 'outside event advanceClock', 'updateCluster 200'])
  const soon = told(await walking.walk([{ ...change, soon: true }]))
  expect(soon).toEqual(['createCluster 201', 'updateCluster 409'])
})

test('a join token that is good again when its node has gone is found', async () => {
  const spent = new Set<unknown>()
  const free = instead('nodeJoins', (body, driver) => {
    const { token, ...tokenless } = body
    const isSecond = spent.has(token)
    spent.add(token)
    return driver.cause('nodeJoins', isSecond ? tokenless : body)
  })
  const walking = await opened({ drivenBy: free })
  const [walk = []] = walksLike(walking, /createJoinToken nodeJoins deleteNode nodeJoins/)
  expect((await walking.walk(walk)).finding).toMatchObject({
    operation: 'nodeJoins',
    rules: ['clusters.join-token-single-use'],
  })
})

const RENEWED = /getKubeconfig advanceClock credentialUsed getKubeconfig advanceClock getKubeconfig/

test('a client configuration that another one has renewed is found', async () => {
  let uses = 0
  const renewing = instead('credentialUsed', async () => ({ accepted: ++uses > 1 }))
  const walking = await opened({ drivenBy: renewing })
  const [walk = []] = walksLike(walking, RENEWED)
  expect((await walking.walk(walk)).finding).toMatchObject({ operation: 'credentialUsed', rules: ['CLU-10'] })
})

test.each(['seconds', 'hours'])('lives of client configurations in %s are no mistake', async (unit) => {
  const gaps = { 'clusters.kubeconfig-unit': unit }
  const walking = await opened({ gaps, judgedBy: (own) => ({ ...own, gaps: {} }) })
  const [walk = []] = walksLike(walking, RENEWED)
  const { finding, trace } = await walking.walk(walk)
  expect(finding).toBeUndefined()
  const uses = trace.filter(({ step }) => step.kind === 'event' && step.event === 'credentialUsed')
  expect(uses).toHaveLength(unit === 'seconds' ? 2 : 1)
})

const RENEWED_LATE = /getKubeconfig advanceClock credentialUsed getKubeconfig advanceClock credentialUsed$/

test('a client configuration that ends with the one before is found, whatever the unit of its life', async () => {
  let uses = 0
  const shared = instead('credentialUsed', async () => ({ accepted: ++uses === 1 }))
  const walking = await opened({ drivenBy: shared, judgedBy: (own) => ({ ...own, gaps: {} }) })
  const [walk = []] = walksLike(walking, RENEWED_LATE)
  expect((await walking.walk(walk)).finding).toMatchObject({ operation: 'credentialUsed', rules: ['CLU-10'] })
})

test.each(['seconds', 'minutes', 'hours'])('one with a life of its own in %s is no mistake', async (unit) => {
  const gaps = { 'clusters.kubeconfig-unit': unit }
  const walking = await opened({ gaps, judgedBy: (own) => ({ ...own, gaps: {} }) })
  const [walk = []] = walksLike(walking, RENEWED_LATE)
  expect((await walking.walk(walk)).finding).toBeUndefined()
})

/** Of two changes that it accepts it makes only one. */
const forgetful = (client: Client): Client => ({
  ...client,
  send: (sent) =>
    sent.method === 'PATCH' && sent.body?.includes('tier')
      ? client.send({ ...sent, method: 'GET', body: undefined })
      : client.send(sent),
})

test('of two changes at the same time none is lost', async () => {
  const walking = await opened({ between: forgetful })
  const [walk = []] = walksLike(walking, /^createCluster advanceClock updateCluster updateCluster advanceClock/).filter(
    (goals) => goals.some((goal) => goal.kind === 'call' && goal.withNext),
  )
  expect((await walking.walk(walk)).finding).toMatchObject({ operation: 'getCluster', severity: 'failure' })
})

test('an event that the driver does not understand has not happened, and the walk goes on', async () => {
  const particular = instead('headroomChanges', async (body, driver) => {
    if (body.component === 'api-server') throw new EventRefused(400, 'component must be one of scheduler, datastore')
    return driver.cause('headroomChanges', body)
  })
  const walking = await opened({ drivenBy: particular })
  const walks = walksLike(walking, /(headroomChanges ){3}/)
  for (const walk of walks) {
    const { finding, lost, trace } = await walking.walk(walk)
    expect([finding, lost]).toEqual([undefined, undefined])
    expect(trace.at(-1)?.step).toMatchObject({ operation: 'getCluster' })
  }
  expect(walks.length).toBeGreaterThan(2)
})

const TWO_WAYS = /(nodeJoins ){5}updateCluster createCluster advanceClock (nodeJoins ){5}updateCluster/
const VERSIONS = ['1.31.9', '1.32.4', '1.32.6']

test.each([0, 1, 2, 3, 4])('agents may be %d minors behind', async (skew) => {
  const gaps = { 'clusters.version-catalog': VERSIONS, 'clusters.node-skew': skew }
  const walking = await opened({ gaps, judgedBy: (own) => ({ ...own, gaps: {} }) })
  const [walk = []] = walksLike(walking, TWO_WAYS)
  const sequence = await walking.walk(walk)
  expect(sequence.finding).toBeUndefined()
  expect(told(sequence).filter((step) => step === 'updateCluster 409')).toHaveLength(2)
})

/** Its gate looks at the version that a cluster has: from the minor below it names one node less. */
const measuringThePresent = (client: Client): Client => {
  let refusals = 0
  return {
    ...client,
    send: async (sent) => {
      const exchange = await client.send(sent)
      if (!exchange.answered || sent.method !== 'PATCH' || exchange.received.status !== 409) return exchange
      if (++refusals < 2) return exchange
      const { error } = Object(exchange.received.json)
      const [head = '', names = ''] = String(error).split(': ')
      const text = JSON.stringify({ error: `${head}: ${names.split(', ').slice(1).join(', ')}` })
      return { ...exchange, received: received(409, exchange.received.headers, text) }
    },
  }
}

test('a gate that lets agents through by where the cluster comes from is found', async () => {
  const gaps = { 'clusters.version-catalog': VERSIONS }
  const walking = await opened({
    gaps,
    judgedBy: (own) => ({ ...own, gaps: {} }),
    between: measuringThePresent,
  })
  const [walk = []] = walksLike(walking, TWO_WAYS)
  expect((await walking.walk(walk)).finding).toMatchObject({ check: 'skew', rules: ['clusters.node-skew'] })
})

test('a target that knows only some of the components is full all the same, whatever the tiers', async () => {
  const knowsDatastore = instead('headroomChanges', (body, driver) =>
    body.component === 'datastore'
      ? driver.cause('headroomChanges', body)
      : Promise.reject(new EventRefused(400, 'there is no such component')),
  )
  const walking = await opened({ drivenBy: knowsDatastore })
  const walks = walksLike(walking, /headroomChanges updateCluster updateCluster/)
  const refused = (step: string) => step === 'updateCluster 409'
  const changes = []
  for (const walk of walks) changes.push(told(await walking.walk(walk)).filter((step) => /update/.test(step)))
  expect(walks).toHaveLength(2)
  // After the first, two other things are changed and taken.
  expect(changes.map((own) => own.findIndex((step) => !refused(step)))).toEqual([(changes[0]?.length ?? 0) - 2, -1])
})
