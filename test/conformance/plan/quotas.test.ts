import { expect, onTestFinished, test } from 'vitest'
import { looksAmong } from '../../../src/conformance/plan/looks.ts'
import { lastPlaces, placesTaken } from '../../../src/conformance/plan/quotas.ts'
import type { Client } from '../../../src/target/client.ts'
import type { Driver } from '../../../src/target/driver.ts'
import { as, found, type Mistake } from '../../support/mistaken-target.ts'
import { openWalking, told } from '../../support/walking.ts'

const AS = { authorization: 'Bearer owner', 'content-type': 'application/json' }

/** The walks about the quota of clusters, in an organization that has two of them already. */
async function walkedWith(drivenBy: (driver: Driver) => Driver, between: (client: Client) => Client = (own) => own) {
  const walking = await openWalking({ drivenBy, between })
  onTestFinished(() => walking.close())
  for (const name of ['first', 'second']) {
    const body = JSON.stringify({ name: `there-${name}`, tier: 'small' })
    expect((await walking.mock.fetch('/api/v1/clusters', { method: 'POST', headers: AS, body })).status).toBe(201)
  }
  const operations = walking.of('clusters')
  const looks = looksAmong(operations)
  const walks = [...lastPlaces(operations, looks), ...placesTaken(operations, looks, () => true)]
  const sequences = []
  for (const walk of walks) sequences.push(await walking.walk(walk))
  return { found: sequences.map(({ finding }) => finding), done: sequences.map(told) }
}

test('a quota is tried where it ends, whatever was there before', async () => {
  const { found, done } = await walkedWith((driver) => driver)
  expect(found).toEqual([undefined, undefined])
  const [last = [], taken = []] = done.map((steps) => steps.filter((step) => step.startsWith('createCluster')))
  expect(last.slice(0, 3)).toEqual(['createCluster 201', 'createCluster 201', 'createCluster 403'])
  expect(taken.slice(0, 2)).toEqual(['createCluster 201', 'createCluster 403'])
})

test('one place too many is found in either walk', async () => {
  const tooMany = (driver: Driver): Driver => ({
    ...driver,
    cause: (event, body) =>
      driver.cause(event, event === 'quotaChanges' ? { ...Object(body), value: Object(body).value + 1 } : body),
  })
  const { found } = await walkedWith(tooMany)
  const beyond = { code: 'beyond-quota', operation: 'listClusters', rules: ['clusters.quota-exceeded'] }
  expect(found).toMatchObject([beyond, beyond])
})

/** What others have made since the quota was set takes a place of it. */
function countedWithOthers(client: Client): Client {
  let theirs = 0
  return {
    ...client,
    async send(sent, held) {
      const isCreation = sent.method === 'POST' && sent.path.endsWith('/clusters')
      const isOurs = sent.headers.authorization === AS.authorization
      if (isCreation && isOurs && theirs > 0) {
        const exchange = await client.send({ ...sent, body: '{}' }, held)
        const refusal = { error: 'the quota is reached' }
        return exchange.answered ? { ...exchange, sent, received: as(exchange.received, 403, refusal) } : exchange
      }
      if (isCreation && !isOurs) theirs++
      return client.send(sent, held)
    },
  }
}

test('a place that is taken by those of another organization is found, though there were things before', async () => {
  const { found } = await walkedWith((driver) => driver, countedWithOthers)
  expect(found[0]).toMatchObject({ operation: 'createCluster', code: 'refused', severity: 'failure' })
})

/** What was refused has taken a place: as many creations are refused in its place. */
function placesLost(): Mistake {
  let lost = 0
  return {
    answered({ sent, received }) {
      const isCreation = sent.method === 'POST' && sent.path.endsWith('/monitors')
      if (isCreation && received.status === 400) lost++
      const isFull = isCreation && received.status === 201 && lost > 0
      return isFull ? as(received, 403, { error: 'the quota is reached' }) : received
    },
  }
}

test('a place that is lost to what was refused is found', async () => {
  const ids = ['createMonitor']
  const seen = { operation: 'createMonitor', code: 'refused', severity: 'failure' }
  expect(await found(placesLost(), (operations) => lastPlaces(operations, looksAmong(operations)), ids)).toMatchObject(
    seen,
  )
})
