import { afterAll, expect, test } from 'vitest'
import { openingWalks } from '../../../../src/conformance/plan/walks.ts'
import type { Walk } from '../../../../src/conformance/script/goal.ts'
import type { Client } from '../../../../src/target/client.ts'
import type { Driver } from '../../../../src/target/driver.ts'
import { as } from '../../../support/mistaken-target.ts'
import { calls } from '../../../support/seen-case.ts'
import { openWalking } from '../../../support/walking.ts'

/** Tests run side by side here, because most of their time is waiting: what they opened is closed in the end. */
const walkings: { close(): Promise<unknown> }[] = []
afterAll(() => Promise.all(walkings.map((walking) => walking.close())))

const TAKES_A_SECOND = { 'clusters.provisioning-seconds': 1, 'clusters.roll-seconds': 1 }
const BEFORE_READY = { 'clusters.patch-while-provisioning': 'refuse' } as const

interface Given {
  readonly deadlines?: Readonly<Record<string, number>>
  readonly between?: (client: Client) => Client
  readonly drivenBy?: (driver: Driver) => Driver
  readonly whileRolling?: 'accept' | 'refuse'
  /** What the walk is to have in it. */
  readonly isMeant?: (walk: Walk) => boolean
}

/** A target whose work on clusters takes a second, and by default nobody who can move its clock. */
async function opened({
  deadlines = { provisioning: 1, roll: 1 },
  between = (client) => client,
  drivenBy = (driver) => ({ ...driver, can: () => false }),
  whileRolling = 'refuse',
  isMeant = () => true,
}: Given = {}) {
  const walking = await openWalking({
    gaps: { ...TAKES_A_SECOND, ...BEFORE_READY, 'clusters.patch-while-rolling': whileRolling },
    judgedBy: (own) => ({ ...own, gaps: {}, deadlines }),
    ...{ between, drivenBy },
  })
  walkings.push(walking)
  const { session, of } = walking
  const [walk] = openingWalks(session, of('clusters')).filter((one) => isPatient(one) && isMeant(one))
  return { walking, walk }
}

const isPatient = (walk: Walk) => walk.some((goal) => goal.kind === 'call' && goal.after !== undefined)

test.concurrent('clusters are waited for only where nobody can move the clock, and not for long', async () => {
  expect((await opened()).walk).toBeDefined()
  expect((await opened({ drivenBy: (driver) => driver })).walk).toBeUndefined()
  expect((await opened({ deadlines: {} })).walk).toBeUndefined()
  expect((await opened({ deadlines: { provisioning: 600, roll: 900 } })).walk).toBeUndefined()
})

test.concurrent('a target that keeps what it has accepted is waited for, and nothing is found', async () => {
  const { walking, walk = [] } = await opened()
  const { finding, trace } = await walking.walk(walk)
  expect(finding).toBeUndefined()
  const changes = trace.filter(({ step }) => step.kind === 'request' && step.operation === 'updateCluster')
  const statuses = changes.map(({ exchange }) => (exchange?.answered ? exchange.received.status : 0))
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(3)
})

/** Whatever it accepts of a tier never comes. */
const forgetful = (client: Client): Client => ({
  ...client,
  send: (sent) =>
    sent.method === 'PATCH' && sent.body?.includes('tier')
      ? client.send({ ...sent, method: 'GET', body: undefined })
      : client.send(sent),
})

test.concurrent('of two changes at the same time none is lost, and that shows without a driver too', async () => {
  const { walking, walk = [] } = await opened({ between: forgetful })
  expect((await walking.walk(walk)).finding).toMatchObject({ operation: 'getCluster', severity: 'failure' })
})

/** What is asked of a cluster arrives as something else. */
const misheard =
  (heard: (change: Record<string, unknown>) => object) =>
  (client: Client): Client => ({
    ...client,
    send: (sent) =>
      client.send(
        sent.method === 'PATCH' ? { ...sent, body: JSON.stringify(heard(JSON.parse(sent.body ?? ''))) } : sent,
      ),
  })

test.concurrent('a tier that is lost beside a version is found', async () => {
  const between = misheard(({ tier, ...rest }) => ('orchestratorVersion' in rest ? rest : { ...rest, tier }))
  const { walking, walk = [] } = await opened({ between })
  expect((await walking.walk(walk)).finding).toMatchObject({ operation: 'getCluster', severity: 'failure' })
})

test.concurrent('a change that undoes the one before is found', async () => {
  const between = misheard((change) => ('replicas' in change ? { ...change, tier: 'medium' } : change))
  const { walking, walk = [] } = await opened({ between, whileRolling: 'accept' })
  expect((await walking.walk(walk)).finding).toMatchObject({
    operation: 'updateCluster',
    path: 'tier',
    severity: 'failure',
  })
})

test.concurrent('changes during a roll that all come are no mistake', async () => {
  const { walking, walk = [] } = await opened({ whileRolling: 'accept' })
  expect((await walking.walk(walk)).finding).toBeUndefined()
})

test.concurrent('a size that there is not is found to be taken, without a driver too', async () => {
  const between = misheard(({ datastore, ...rest }) => {
    const { size, ...more } = Object(datastore)
    const isKnown = ['db-small', 'db-medium', 'db-large'].includes(size)
    return { ...rest, ...(datastore !== undefined && { datastore: { ...more, size: isKnown ? size : 'db-large' } }) }
  })
  const { walking, walk = [] } = await opened({ between })
  expect((await walking.walk(walk)).finding).toMatchObject({ operation: 'updateCluster', severity: 'failure' })
})

const SHOWN_MS = 600

/** What it accepts of a tier shows at once, and no longer when the roll is over. */
function shortLived(client: Client): Client {
  const asked = new Map<string, { readonly tier: unknown; readonly until: number }>()
  return {
    ...client,
    async send(sent) {
      const change = sent.method === 'PATCH' ? JSON.parse(sent.body ?? '{}') : {}
      const isTier = 'tier' in change && Object.keys(change).length === 1
      if (isTier) asked.set(sent.path, { tier: change.tier, until: Date.now() + SHOWN_MS })
      const exchange = await client.send(isTier ? { ...sent, method: 'GET', body: undefined } : sent)
      const lie = asked.get(sent.path)
      if (!exchange.answered || exchange.received.status !== 200 || !lie || Date.now() > lie.until) return exchange
      const json = { ...Object(exchange.received.json), tier: lie.tier }
      return { ...exchange, received: as(exchange.received, 200, json) }
    },
  }
}

test.concurrent('a change that shows at once and is lost when the roll is over is found', async () => {
  const { walking, walk = [] } = await opened({ between: shortLived, whileRolling: 'accept' })
  expect((await walking.walk(walk)).finding).toMatchObject({ operation: 'getCluster', severity: 'failure' })
})

const ONE_CLUSTER = /\/clusters\/[^/]+$/

/** What is of the name of a cluster that goes goes with it, whosever that is. */
const goingByName = (client: Client): Client => {
  const gone = new Set<string>()
  return {
    ...client,
    async send(sent) {
      const exchange = await client.send(sent)
      if (sent.method === 'DELETE' && ONE_CLUSTER.test(sent.path)) gone.add(sent.path)
      const isLost = exchange.answered && sent.method === 'GET' && gone.has(sent.path)
      return isLost ? { ...exchange, received: as(exchange.received, 404, { error: 'no such cluster' }) } : exchange
    },
  }
}

test.concurrent('a cluster that goes with its namesake elsewhere is found, without a driver too', async () => {
  const isMeant = calls('deleteCluster', 'updateCluster', 'getCluster')
  const isOfTwo = (walk: Walk) => isMeant(walk) && !calls('joinNode')(walk)
  const { walking, walk = [] } = await opened({ between: goingByName, isMeant: isOfTwo })
  expect((await walking.walk(walk)).finding).toMatchObject({ operation: 'getCluster', severity: 'failure' })
  const faultless = await opened({ isMeant: isOfTwo })
  expect((await faultless.walking.walk(faultless.walk ?? [])).finding).toBeUndefined()
})

/** A token is good for as long as a request with it is on its way. */
const spentTooLate = (client: Client): Client => {
  const underWay = new Map<string, number>()
  return {
    ...client,
    async send(sent) {
      const { node, token } = Object(JSON.parse(sent.body ?? '{}'))
      if (node === undefined || token === undefined) return client.send(sent)
      const others = underWay.get(token) ?? 0
      underWay.set(token, others + 1)
      const exchange = await client.send(sent)
      // It is on its way for a moment longer.
      setTimeout(() => underWay.set(token, (underWay.get(token) ?? 1) - 1), 20)
      const isRefused = exchange.answered && exchange.received.status >= 400
      return isRefused && others > 0
        ? { ...exchange, received: as(exchange.received, 201, { name: node, ready: false, agentVersion: '' }) }
        : exchange
    },
  }
}

/** A node is taken out in its own way while the cluster rolls. */
const otherwiseWhileRolling = (client: Client): Client => {
  let isRolling = false
  return {
    ...client,
    async send(sent) {
      const exchange = await client.send(sent)
      if (!exchange.answered) return exchange
      isRolling ||= sent.method === 'PATCH' && ONE_CLUSTER.test(sent.path) && exchange.received.status === 200
      const isOut = sent.method === 'DELETE' && sent.path.includes('/nodes/')
      return isRolling && isOut ? { ...exchange, received: as(exchange.received, 202, undefined) } : exchange
    },
  }
}

/** An upgrade is blocked by the nodes that were once in its way, though they have gone. */
const blockedForGood = (client: Client): Client => {
  let blocked: unknown
  return {
    ...client,
    async send(sent) {
      const exchange = await client.send(sent)
      if (!exchange.answered || sent.method !== 'PATCH' || !ONE_CLUSTER.test(sent.path)) return exchange
      if (exchange.received.status === 409) blocked ??= exchange.received.json
      return blocked === undefined ? exchange : { ...exchange, received: as(exchange.received, 409, blocked) }
    },
  }
}

test.concurrent.each([
  ['a token that two show at the same time', spentTooLate, 'joinNode'],
  ['a node that is in the way of an upgrade when it has gone', blockedForGood, 'updateCluster'],
  ['a node that is taken out otherwise during a roll', otherwiseWhileRolling, 'deleteNode'],
] as const)('%s is found, without a driver too', async (_, between, operation) => {
  const isMeant = calls('joinNode')
  const { walking, walk = [] } = await opened({ between, isMeant })
  expect((await walking.walk(walk)).finding).toMatchObject({ operation, severity: 'failure' })
})

test.concurrent('nodes of a target without mistakes are waited for, and nothing is found', async () => {
  const { walking, walk = [] } = await opened({ isMeant: calls('joinNode') })
  const { finding, trace } = await walking.walk(walk)
  expect(finding).toBeUndefined()
  expect(trace.at(-1)?.step).toMatchObject({ operation: 'deleteNode' })
})

/** A token is good for every cluster: it is shown to the one that it was given for. */
const goodEverywhere = (client: Client): Client => {
  const givenAt = new Map<string, string>()
  return {
    ...client,
    async send(sent) {
      const { token = '' } = Object(JSON.parse(sent.body ?? '{}'))
      const path = givenAt.get(token)
      const exchange = await client.send(path === undefined ? sent : { ...sent, path })
      const { joinToken, token: given = joinToken } = exchange.answered ? Object(exchange.received.json) : {}
      const [at] = /.*\/clusters\/[^/]+/.exec(sent.path) ?? []
      if (given !== undefined && at !== undefined) givenAt.set(given, `${at}/join`)
      return { ...exchange, sent }
    },
  }
}

test.concurrent('a token that is good for another cluster is found, without a driver too', async () => {
  const isMeant = (walk: Walk) => calls('joinNode')(walk) && !calls('updateCluster')(walk)
  const { walking, walk = [] } = await opened({ between: goodEverywhere, isMeant })
  expect((await walking.walk(walk)).finding).toMatchObject({ operation: 'joinNode', code: 'accepted' })
  const faultless = await opened({ isMeant })
  expect((await faultless.walking.walk(faultless.walk ?? [])).finding).toBeUndefined()
})
