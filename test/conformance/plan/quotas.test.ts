import { expect, onTestFinished, test } from 'vitest'
import { looksAmong } from '../../../src/conformance/plan/looks.ts'
import { lastPlaces, placesTaken } from '../../../src/conformance/plan/quotas.ts'
import type { Driver } from '../../../src/target/driver.ts'
import { openWalking, told } from '../../support/walking.ts'

const AS = { authorization: 'Bearer owner', 'content-type': 'application/json' }

/** The walks about the quota of clusters, in an organization that has two of them already. */
async function walkedWith(drivenBy: (driver: Driver) => Driver) {
  const walking = await openWalking({ drivenBy })
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
