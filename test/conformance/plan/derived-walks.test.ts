import { afterAll, beforeAll, expect, test } from 'vitest'
import { afterDeletion } from '../../../src/conformance/plan/by-operation.ts'
import { again, byColleague, fullAndBare } from '../../../src/conformance/plan/each-way.ts'
import { filtered } from '../../../src/conformance/plan/filters.ts'
import { looksAmong } from '../../../src/conformance/plan/looks.ts'
import { misnamed } from '../../../src/conformance/plan/misnamed.ts'
import { lastPlaces } from '../../../src/conformance/plan/quotas.ts'
import { scoped } from '../../../src/conformance/plan/scoped.ts'
import { oneOfThree, referrers, takenOfThree } from '../../../src/conformance/plan/several.ts'
import { switchedTogether } from '../../../src/conformance/plan/switched.ts'
import { afterEvents, afterRemoval, throughTime } from '../../../src/conformance/plan/through-time.ts'
import type { Walk } from '../../../src/conformance/script/goal.ts'
import type { Sequence } from '../../../src/conformance/sequence/sequence.ts'
import { openWalking, told } from '../../support/walking.ts'

let walking: Awaited<ReturnType<typeof openWalking>>
beforeAll(async () => {
  walking = await openWalking()
})
afterAll(() => walking.close())

const some = (area: string, ...ids: string[]) => walking.of(area).filter(({ id }) => ids.includes(id))

/** What every walk did; none may find anything wrong with the mock. */
async function took(walks: readonly Walk[]): Promise<string[][]> {
  const all: string[][] = []
  for (const walk of walks) {
    const sequence = await walking.walk(walk)
    expect(sequence.finding).toBeUndefined()
    all.push(told(sequence))
  }
  return all
}

const SERVICES = ['createUptimeService', 'renameUptimeService', 'deleteUptimeService', 'listUptimeServices'] as const

test('the same request a second time, with a look after each', async () => {
  const operations = some('uptime', 'createUptimeService', 'listUptimeServices')
  expect(await took(again(operations, looksAmong(operations)))).toEqual([
    ['createUptimeService 201', 'listUptimeServices 200', 'createUptimeService 409', 'listUptimeServices 200'],
  ])
})

test('by a colleague who manages nothing', async () => {
  const operations = some('uptime', 'createUptimeService')
  const [walk = []] = byColleague('lesser', operations, looksAmong(operations))
  const { trace, finding } = await walking.walk(walk)
  expect(finding).toBeUndefined()
  expect(trace.map(({ step }) => step.actor)).toEqual(['member'])
})

test('with everything that may be said and with nothing more than must be', async () => {
  const operations = some('registry', 'createRegistry')
  const bodies: unknown[] = []
  for (const walk of fullAndBare(operations, () => [])) {
    const { trace } = await walking.walk(walk)
    const step = trace.at(-1)?.step
    bodies.push(Object.keys(Object(step?.body)))
  }
  expect(bodies).toEqual([['slug', 'displayName', 'region'], ['slug']])
})

test('what is gone is asked for with as little as there is to say, so that nothing else can be wrong', async () => {
  const [walk = []] = afterDeletion(some('uptime', 'createMonitor', 'updateMonitor', 'deleteMonitor'))
  const { trace, finding } = await walking.walk(walk)
  expect(finding).toBeUndefined()
  const update = trace.find(({ step }) => step.kind === 'request' && step.operation === 'updateMonitor')
  expect(Object.keys(Object(update?.step.body))).toEqual(['name'])
  expect(told({ trace } as Sequence)).toContain('updateMonitor 404')
})

test('filters alone, two at a time, with values that nobody has heard of, and from elsewhere', async () => {
  const queries: string[][] = []
  for (const walk of filtered(some('email', 'listDeliveries'))) {
    const { trace, finding } = await walking.walk(walk)
    expect(finding).toBeUndefined()
    queries.push(trace.flatMap(({ step }) => (step.kind === 'request' ? [Object.keys(step.query).join(' ')] : [])))
  }
  expect(queries.map((walk) => walk.at(-1))).toEqual([
    ...['endpointId', 'messageId endpointId', 'endpointId', 'endpointId'],
  ])
})

test('the last free place of a quota, the next one, and two at the same time', async () => {
  const [walk] = await took(lastPlaces(some('uptime', 'createMonitor'), () => []))
  expect(walk).toEqual([
    'createMonitor 201',
    'outside event quotaChanges',
    'createMonitor 201',
    'createMonitor 403',
    // What cannot be, and the same place again.
    'outside event quotaChanges',
    'createMonitor 400',
    'createMonitor 400',
    'createMonitor 201',
    // Somebody else's, and ours beside it.
    'outside event quotaChanges',
    'createMonitor 201',
    'createMonitor 201',
    'outside event quotaChanges',
    'createMonitor 201',
    'createMonitor 403',
    'outside event quotaChanges',
  ])
})

test('a quota is looked at before the backend is, when both are in the way', async () => {
  const both = switchedTogether(
    some('uptime', 'createMonitor'),
    () => [],
    ({ event }) => event !== 'entitlementChanges',
  )
  const [walk = []] = await took(both)
  expect(walk.filter((line) => line.startsWith('createMonitor'))).toEqual(['createMonitor 403'])
})

test('somebody narrowed to one of two registries reaches that one alone', async () => {
  const operations = some('registry', 'createRegistry', 'getRegistry')
  const [byToken] = await took(scoped(operations, walking.contract.operations).slice(0, 1))
  expect(byToken).toEqual([
    'createRegistry 201',
    'createRegistry 201',
    'createToken 201',
    'createRegistry 403',
    'getRegistry 403',
    'getRegistry 200',
  ])
})

test('what was deleted, what is of another organization and what is of another kind is named in a body', async () => {
  const operations = some('uptime', 'createMonitor')
  const walks = await took(misnamed(operations, walking.contract.operations, () => []))
  expect(walks.map((walk) => walk.at(-1))).toEqual(walks.map(() => 'createMonitor 404'))
  expect(walks).toHaveLength(3)
})

test('what belongs to one thing is not found below another', async () => {
  const operations = some('oncall', 'removeOverride')
  const walks = await took(misnamed(operations, walking.contract.operations, () => []))
  expect(walks.map((walk) => walk.at(-1))).toEqual(['removeOverride 404', 'removeOverride 404'])
})

test('each of three is changed, and what each of them has is taken', async () => {
  const operations = some('uptime', ...SERVICES.slice(0, 2))
  expect(await took(oneOfThree(operations, () => []))).toEqual([
    [...Array(3).fill('createUptimeService 201'), ...Array(3).fill('renameUptimeService 200')],
  ])
  const taken = await took(takenOfThree(operations, () => []))
  expect(taken.map((walk) => walk.slice(3))).toEqual([
    Array(3).fill('createUptimeService 409'),
    expect.arrayContaining(['renameUptimeService 409']),
  ])
})

test('what others refer to stays, until they are gone', async () => {
  const operations = some('uptime', ...SERVICES, 'createMonitor', 'deleteMonitor', 'updateMonitor')
  const walks = await took(referrers(operations, () => []))
  const removed = walks.map((walk) => walk.filter((line) => line.startsWith('deleteUptimeService')))
  expect(removed.slice(0, 5)).toEqual([
    ['deleteUptimeService 409'],
    // What came to be referred to by a change stays too, and what no longer is goes.
    ['deleteUptimeService 409', 'deleteUptimeService 204'],
    ['deleteUptimeService 409'],
    ['deleteUptimeService 409', 'deleteUptimeService 204'],
    ['deleteUptimeService 204'],
  ])
})

test('time goes by and things happen outside, with a look each time', async () => {
  const operations = some('uptime', 'createUptimeService', 'listUptimeServices')
  const [walk = []] = await took(throughTime(operations, looksAmong(operations)))
  expect(walk.filter((line) => line === 'listUptimeServices 200')).toHaveLength(5)
  const events = afterEvents(some('uptime', 'createMonitor', 'getMonitor'), looksAmong(some('uptime', 'getMonitor')))
  const [first = []] = await took(events.slice(0, 1))
  expect(first).toEqual(expect.arrayContaining(['outside event probeResult', 'getMonitor 200']))
})

test('what happened is still told when what it happened to is gone', async () => {
  const operations = some('email', 'createDomain', 'deleteDomain', 'listMessages', 'getMessage')
  const walks = afterRemoval(operations, looksAmong(operations))
  const [first = []] = (await took(walks)).filter((walk) => walk.includes('getMessage 200'))
  const removed = first.indexOf('deleteDomain 204')
  expect(removed).toBeGreaterThan(0)
  expect(first.slice(removed + 1)).toEqual(['listMessages 200', 'getMessage 200'])
})

test('a target that forgets messages when the key is revoked that they were sent with is seen', async () => {
  let gone = false
  const forgetful = await openWalking({
    between: (client) => ({
      ...client,
      async send(sent) {
        gone ||= sent.method === 'DELETE' && sent.path.startsWith('/api/v1/email/keys/')
        const exchange = await client.send(sent)
        if (!gone || !exchange.answered || !sent.path.startsWith('/api/v1/email/messages')) return exchange
        const json = { messages: [] }
        return { ...exchange, received: { ...exchange.received, json, text: JSON.stringify(json) } }
      },
    }),
  })
  const operations = forgetful.of('email').filter(({ id }) => ['revokeSendKey', 'listMessages'].includes(id))
  const walks = afterRemoval(operations, looksAmong(operations))
  // Which messages are asked for is drawn.
  const drawn = [7, 8, 9, 10].flatMap((seed) => walks.map((walk) => ({ seed, walk })))
  let seen: unknown
  for (const { seed, walk } of drawn) {
    gone = false
    seen = (await forgetful.walk(walk, seed)).finding
    if (seen !== undefined) break
  }
  await forgetful.close()
  expect(seen).toMatchObject({ code: 'lacks', operation: 'listMessages' })
})
