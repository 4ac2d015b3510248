import { expect, onTestFinished, test } from 'vitest'
import { coveringChoices, otherChoices } from '../../bench/eyesight/covering-profiles.ts'
import { judgeMock } from '../../bench/eyesight/judge-mock.ts'
import { posted } from '../../src/conformance/areas/oncall/alerts/posted.ts'
import { worded } from '../../src/conformance/finding/words.ts'
import type { Drawing } from '../../src/conformance/kit/drawing.ts'
import type { Goal } from '../../src/conformance/script/goal.ts'
import { advance, event } from '../../src/conformance/script/script.ts'
import { rowsOf } from '../../src/conformance/shadow/rows.ts'
import { AREAS } from '../../src/contract/areas.ts'
import type { Json } from '../../src/contract/json.ts'
import type { OperationId } from '../../src/model/request/operation-types.ts'
import { FULL } from '../support/judged-candidate.ts'
import { sampled } from '../support/sampled.ts'
import { openWalking } from '../support/walking.ts'

const REQUESTS = FULL ? 12_000 : 1_000

test.each([0, 1] as const)(
  'other numbers, names and statuses are no mistakes: set %i',
  async (set) => {
    for (const area of sampled(AREAS, 4)) {
      const look = { areas: [area], seed: 5, maxRequests: REQUESTS, bail: false, driver: true }
      const { failures } = await judgeMock({ ...look, gaps: otherChoices(set) })
      expect(failures.map(({ finding }) => `${finding.operation}: ${worded(finding).message}`)).toEqual([])
    }
  },
  300_000,
)

/** What a walk finds wrong with a mock of whose choices the judge knows nothing. */
async function foundBy(gaps: Readonly<Record<string, Json>>, goals: (call: (id: OperationId) => Goal) => Goal[]) {
  const walking = await openWalking({ gaps, judgedBy: (own) => ({ ...own, gaps: {} }) })
  onTestFinished(() => walking.close())
  const walk = goals((id) => ({ kind: 'call', operation: walking.contract.operation(id) }))
  return (await walking.walk(walk)).finding
}

const alert = (happens: 'alertFires' | 'alertResolves', name: string): Goal =>
  event(happens, ({ vocabulary, salt }) => {
    const [serviceId] = vocabulary.oncallServices ?? []
    return serviceId && { serviceId, alert: `${name}-${salt}` }
  })

test('an incident may resolve by itself some time after its last alert', async () => {
  const later = { 'oncall.auto-resolve-delay': 120 }
  const over = [alert('alertFires', 'first'), alert('alertResolves', 'first'), advance('PT1H')]
  const open = (call: (id: OperationId) => Goal): Goal =>
    ({ ...call('listIncidents'), query: { status: 'open' } }) as Goal
  expect(await foundBy(later, (call) => [...over, open(call), call('listIncidents')])).toBeUndefined()
  // A new alert then opens another one.
  expect(await foundBy(later, (call) => [...over, alert('alertFires', 'second'), open(call)])).toBeUndefined()
})

test('an alert that is told again may be another one, and may open another incident', async () => {
  const again = { 'oncall.repeated-alert': 'another', 'oncall.repeated-alert-after-resolve': 'open-new' }
  const source = ({ shadow }: Drawing) => rowsOf(shadow.world, 'OncallAlertSource').at(-1)
  const told = (call: (id: OperationId) => Goal): Goal =>
    ({
      ...call('receiveAlerts'),
      parameters: (drawing: Drawing) => ({ id: source(drawing)?.id }),
      bearer: (drawing: Drawing) => source(drawing)?.token,
      body: (drawing: Drawing) => posted(drawing, ['one']),
    }) as Goal
  const twice = (between: OperationId[]) =>
    foundBy(again, (call) => [
      ...[call('createAlertSource'), told(call), call('listIncidents'), ...between.map(call)],
      ...[told(call), call('listIncidents')],
    ])
  expect(await twice([])).toBeUndefined()
  expect(await twice(['resolveIncident'])).toBeUndefined()
})

test('a registration token for which nobody asked for an end may have one', async () => {
  const ending = { 'clusters.registration-token-lifetime': 3600 }
  const made = (call: (id: OperationId) => Goal): Goal[] => [
    call('createCluster'),
    { ...call('createRegistrationToken'), body: (_: unknown, { name }: { name?: unknown }) => ({ name }) } as Goal,
  ]
  const used = event('credentialUsed', ({ shadow }) => {
    const [token] = rowsOf(shadow.world, 'RegistrationToken')
    return token && { kind: 'registration-token', id: token.id, cluster: token.cluster, secret: token.token }
  })
  expect(await foundBy(ending, (call) => [...made(call), advance('PT2H'), used])).toBeUndefined()
  expect(
    await foundBy(ending, (call) => [...made(call), advance('PT2H'), call('listRegistrationTokens')]),
  ).toBeUndefined()
})

test('a registry key may have an end, and be gone after it', async () => {
  const ending = { 'registry.key-lifetime-seconds': 3600, 'registry.expired-key-listed': 'gone' }
  const walk = (call: (id: OperationId) => Goal) => [call('createRegistry'), call('createRegistryKey'), advance('PT2H')]
  expect(await foundBy(ending, (call) => [...walk(call), call('listRegistryKeys')])).toBeUndefined()
})

test('a list of as many as are usual on a page may be cut off', async () => {
  const many = (call: (id: OperationId) => Goal) => Array.from({ length: 21 }, () => call('createSuppression'))
  const found = (most: number) =>
    foundBy({ 'general.list-limit': most }, (call) => [...many(call), call('listSuppressions')])
  expect(await found(20)).toBeUndefined()
  expect(await found(19)).toMatchObject({ code: 'lacks' })
})

test('a role may be offered only to those who hold all of it', async () => {
  const tiers = { 'general.role-tiers': { owner: 'admin', admin: 'write', member: 'write', viewer: 'read' } }
  const made = event('roleChanges', ({ org, salt }) => ({
    organization: org,
    customRole: {
      ...{ id: `custom-${salt}`, name: `Custom ${salt}`, description: 'all', scopable: false },
      permissions: ['clusters.cluster.admin'],
    },
  }))
  const offered = (manner: 'manager' | 'plain') =>
    foundBy(tiers, (call) => [made, { ...call('getTokenScopeOptions'), manner } as Goal])
  expect(await offered('manager')).toBeUndefined()
  expect(await offered('plain')).toBeUndefined()
})

/** What a probe of the newest monitor shows, from its only vantage. */
const probe = (outcome: 'ok' | 'fail', times = 1, vantage = 'fra'): Goal =>
  event('probeResult', ({ shadow }) => {
    const [monitor] = rowsOf(shadow.world, 'UptimeMonitor').slice(-1)
    return monitor && { monitorId: monitor.id, vantage, outcome, times }
  })

test('a monitor that begins anew after a change has not gone down from where it was', async () => {
  const anew = {
    'uptime.state-shown': 'once-known',
    'uptime.state-after-change': 'nothing',
    'uptime.first-state-is-transition': 'skip',
  }
  const checked = { confirmations: 1, quorum: 1 }
  const made = (_: unknown, plain: object) => ({ ...plain, vantages: ['fra'], enabled: true, downCondition: checked })
  const found = await foundBy(anew, (call) => [
    ...[{ ...call('createMonitor'), body: made } as Goal, probe('ok'), call('listMonitors')],
    { ...call('updateMonitor'), body: () => ({ vantages: ['fra'], intervalSeconds: 60 }) } as Goal,
    ...[probe('fail', 2), call('getMonitor'), call('listMonitorTransitions')],
  ])
  expect(found).toBeUndefined()
})

test('where nobody has begun to probe, there is no series', async () => {
  const fromTwo = (_: unknown, plain: object) => ({ ...plain, vantages: ['fra', 'sin'], intervalSeconds: 300 })
  for (const gaps of coveringChoices())
    expect(
      await foundBy(gaps, (call) => [
        { ...call('createMonitor'), body: fromTwo } as Goal,
        ...[probe('fail'), advance('PT10M')],
        { ...call('getMonitorMetrics'), query: { window: '1h' } } as Goal,
      ]),
    ).toBeUndefined()
})
