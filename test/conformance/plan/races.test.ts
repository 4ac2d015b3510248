import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { branches } from '../../../src/conformance/plan/branches.ts'
import { looksAmong } from '../../../src/conformance/plan/looks.ts'
import { lastPlaces } from '../../../src/conformance/plan/quotas.ts'
import { usedAtOnce } from '../../../src/conformance/plan/used-at-once.ts'
import type { Client } from '../../../src/target/client.ts'
import { openWalking, told } from '../../support/walking.ts'

let walking: Awaited<ReturnType<typeof openWalking>>
beforeAll(async () => {
  walking = await openWalking()
})
afterAll(() => walking.close())

const some = (area: string, ...ids: string[]) => walking.of(area).filter(({ id }) => ids.includes(id))
const all = () => new Map([...walking.contract.operations, ...walking.contract.doors])

/** What was sent at the same time in each walk, with the answers; none may find anything wrong with the mock. */
async function raced(walks: ReturnType<typeof branches>): Promise<string[][]> {
  const races: string[][] = []
  for (const walk of walks) {
    const sequence = await walking.walk(walk)
    expect(sequence.finding).toBeUndefined()
    const first = sequence.trace.findIndex(({ step }) => step.kind === 'request' && step.withNext)
    races.push(told(sequence).slice(first, first + 2))
  }
  return races
}

test('two want the last place of a quota, and one gets it', async () => {
  const operations = [...some('uptime', 'createMonitor', 'listMonitors'), ...some('clusters', 'createCluster')]
  const races = await raced(lastPlaces(operations, looksAmong(operations)))
  expect(races.map((race) => race.toSorted())).toEqual([
    ['createMonitor 201', 'createMonitor 403'],
    ['createCluster 201', 'createCluster 403'],
  ])
})

test('what is counted in a quota is certain to count: nothing is said of it that need not be', async () => {
  const [walk = []] = lastPlaces(some('uptime', 'createMonitor'), () => [])
  const { trace } = await walking.walk(walk)
  const said = trace.flatMap(({ step }) => (step.kind === 'request' ? Object.keys(step.body as object) : []))
  expect(said).not.toContain('enabled')
})

test('two show one join token, and one node comes in', async () => {
  const [race = []] = await raced(usedAtOnce(some('clusters', 'createJoinToken', 'listNodes'), all()))
  expect(race.map((line) => line.split(' ')[0])).toEqual(['joinNode', 'joinNode'])
  expect(race.filter((line) => line === 'joinNode 201')).toHaveLength(1)
})

test('one incident is acknowledged and resolved', async () => {
  const operations = some('oncall', 'acknowledgeIncident', 'resolveIncident')
  const races = await raced(branches(operations, () => []))
  expect(races).toContainEqual(['acknowledgeIncident 200', 'resolveIncident 200'])
})

test('whichever of two is slower on its way, each comes first once', async () => {
  let arrived: string[] = []
  const slowly = (client: Client): Client => ({
    ...client,
    async send(sent) {
      if (/acknowledge/.test(sent.path)) await new Promise((resolve) => setTimeout(resolve, 5))
      arrived.push(/acknowledge|resolve/.exec(sent.path)?.[0] ?? 'else')
      return client.send(sent)
    },
  })
  const own = await openWalking({ between: slowly })
  onTestFinished(() => own.close())
  const operations = own.of('oncall').filter(({ id }) => ['acknowledgeIncident', 'resolveIncident'].includes(id))
  const orders: string[] = []
  for (const walk of branches(operations, () => [])) {
    arrived = []
    await own.walk(walk)
    orders.push(arrived.filter((one) => one !== 'else').join(', '))
  }
  expect(orders).toContainEqual(expect.stringMatching(/^acknowledge, resolve/))
  expect(orders).toContainEqual(expect.stringMatching(/^resolve, acknowledge/))
})

test('whichever of two came first, the later may have taken the place of the other', async () => {
  let [isFirst, isOvertaken] = [true, () => {}]
  const overtaking = new Promise<void>((resolve) => {
    isOvertaken = resolve
  })
  /** The first of two that make something arrives when the other was answered. */
  const overtaken = (client: Client): Client => ({
    ...client,
    async send(sent) {
      if (sent.method !== 'POST') return client.send(sent)
      if (!isFirst) return client.send(sent).finally(isOvertaken)
      isFirst = false
      await overtaking
      return client.send(sent)
    },
  })
  const own = await openWalking({
    gaps: { 'email.suppress-twice': 'replace' },
    judgedBy: (profile) => ({ ...profile, gaps: {} }),
    between: overtaken,
  })
  onTestFinished(() => own.close())
  const operations = own.of('email').filter(({ id }) => ['createSuppression', 'listSuppressions'].includes(id))
  const [twins = []] = branches(operations, looksAmong(operations))
  const { finding, trace } = await own.walk(twins)
  expect(trace.map(({ exchange }) => exchange?.answered && exchange.received.status)).toEqual([201, 201, 200])
  expect(finding).toBeUndefined()
})

test('one name is given to something new and to something old, and to two that are old', async () => {
  const operations = some('uptime', 'createUptimeService', 'renameUptimeService')
  const races = await raced(branches(operations, () => []))
  expect(races.at(-2)?.toSorted()).toEqual(['createUptimeService 201', 'renameUptimeService 409'])
  expect(races.at(-1)?.toSorted()).toEqual(['renameUptimeService 200', 'renameUptimeService 409'])
})

test('a service is removed while a monitor is attached to it', async () => {
  const operations = some('uptime', 'createMonitor', 'deleteUptimeService')
  const races = await raced(branches(operations, () => []))
  for (const race of races.slice(-2))
    expect([
      ['createMonitor 201', 'deleteUptimeService 409'],
      ['createMonitor 404', 'deleteUptimeService 204'],
    ]).toContainEqual(race.toSorted())
  // Each of the two is sent first once.
  expect(races.slice(-2).map(([first = '']) => first.split(' ')[0])).toEqual(['createMonitor', 'deleteUptimeService'])
})
