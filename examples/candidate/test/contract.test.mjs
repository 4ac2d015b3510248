import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import driver from '../driver.mjs'
import { turnAt } from '../rotation.mjs'
import { startCandidate } from '../server.mjs'
import { makeDoors } from './doors.mjs'
import { makeClient } from './sequence.mjs'
import { assertAnswer } from './shapes.mjs'

for (const variant of ['a', 'b']) {
  describe(`the contract in variant ${variant}`, () => {
    let candidate
    let client
    let outside
    let doors
    let service
    let people
    before(async () => {
      candidate = await startCandidate({ variant })
      client = makeClient(candidate.url, variant)
      outside = driver(candidate)
      doors = makeDoors(candidate.url, variant)
      ;[service] = client.choice.oncallServiceIds.north
      people = client.choice.people
    })
    after(() => candidate.close())
    beforeEach(() => outside.resetWorld())

    /** Calls as the owner, expects success of the stated shape, returns the body. */
    async function ok(operation, more = {}) {
      const answer = await client.call(more.as ?? 'owner', operation, more)
      assert.ok(answer.status < 300, `${operation} ${answer.status} ${JSON.stringify(answer.body)}`)
      assertAnswer(operation, client.operations[operation][2], answer)
      return answer.body
    }
    /** Calls as the owner, expects a refusal, returns its status. */
    async function no(operation, more = {}) {
      const answer = await client.call(more.as ?? 'owner', operation, more)
      assert.ok(answer.status >= 400 && answer.status < 600, `${operation} ${answer.status}`)
      assert.equal(typeof answer.body.error, 'string')
      return answer.status
    }
    const open = (more = {}) => ok('openIncident', { body: { serviceId: service, title: 'Slow', ...more } })
    const monitorBody = () => ({
      name: 'Front',
      kind: 'tcp',
      tcp: { host: 'shop.example', port: 25 },
      intervalSeconds: 60,
      vantages: [client.choice.catalog.vantages[0][0]],
      downCondition: { confirmations: 2, quorum: 1 },
    })
    const person = (who) => ({ userId: people[who].id, label: who })
    const rota = (more = {}) =>
      ok('createSchedule', {
        body: {
          name: 'Rota',
          timezone: 'Europe/Berlin',
          participants: [person('owner'), person('member')],
          handoff: { interval: 'daily', time: '09:00' },
          ...more,
        },
      })
    const userStep = (who, waitSeconds) => ({ target: { kind: 'user', id: people[who].id, label: who }, waitSeconds })

    test('every operation refuses a caller without a session', async () => {
      for (const [operation, [, path]] of Object.entries(client.operations)) {
        const status = await no(operation, {
          as: 'nobody',
          params: { id: 'x', uid: 'x', oid: 'x' },
          body: /GET/.test(client.operations[operation][0]) ? undefined : {},
        })
        assert.equal(status, path.includes('/oncall/') ? client.choice.noSessionOncall : 401)
      }
      assert.equal(await no('ping', { key: 'wrong' }), 401)
    })

    test('personal tokens: the key appears once, works, and can be narrowed', async () => {
      const { id, key, orgSlug } = await ok('createToken', { body: { name: 'Laptop' } })
      assert.equal(orgSlug, 'north')
      const { tokens } = await ok('listTokens')
      assert.equal(tokens[0].id, id)
      assert.ok(!JSON.stringify(tokens).includes(key))
      assert.equal((await ok('ping', { as: 'nobody', key })).org, 'north')
      const narrow = await ok('createToken', { body: { name: 'Reader', scope: [{ role: 'uptime-viewer' }] } })
      await ok('listMonitors', { key: narrow.key })
      assert.equal(await no('createService', { key: narrow.key, body: { name: 'x' } }), 403)
      await no('createToken', { body: { name: 'x', scope: [{ role: 'nothing' }] } })
      await no('createToken', { as: 'member', body: { name: 'x', scope: [{ role: 'org-manager' }] } })
      assert.equal((await ok('listTokens')).tokens.length, 2)
      assert.equal((await ok('listTokens', { as: 'member' })).tokens.length, 0)
      await outside.advanceClock({ by: 'P10Y' })
      if (client.choice.defaultExpiryMs !== null) assert.equal(await no('ping', { as: 'nobody', key }), 401)
    })

    test('a token narrowed to a resource sees only that', async () => {
      const mine = await ok('createService', { body: { name: 'Mine' } })
      const other = await ok('createService', { body: { name: 'Other' } })
      const { key } = await ok('createToken', {
        body: { name: 'n', scope: [{ role: 'uptime-editor', resourceIds: [mine.id] }] },
      })
      assert.deepEqual(
        (await ok('listServices', { key })).services.map(({ id }) => id),
        [mine.id],
      )
      await ok('renameService', { key, params: { id: mine.id }, body: { name: 'Mine too' } })
      await no('renameService', { key, params: { id: other.id }, body: { name: 'Not mine' } })
      assert.equal(await no('createService', { key, body: { name: 'x' } }), 403)
      assert.ok((await ok('scopeOptions')).resources.some(({ id }) => id === mine.id))
    })

    test('an organization without the entitlement gets 403 on all of uptime', async () => {
      for (const [operation, [method, path]] of Object.entries(client.operations)) {
        if (!path.includes('/uptime/')) continue
        assert.equal(
          await no(operation, {
            key: client.choice.elsewhereSession,
            params: { id: 'x' },
            body: method === 'GET' ? undefined : {},
          }),
          403,
        )
      }
      await ok('listIncidents', { key: client.choice.elsewhereSession })
    })

    test('uptime services: names, counts, conflicts', async () => {
      const shop = await ok('createService', { body: { name: 'Shop' } })
      const blog = await ok('createService', { body: { name: 'Blog' } })
      assert.equal(shop.monitors, 0)
      assert.equal(await no('createService', { body: { name: 'Shop' } }), 409)
      assert.equal(await no('renameService', { params: { id: blog.id }, body: { name: 'Shop' } }), 409)
      assert.equal((await ok('renameService', { params: { id: blog.id }, body: { name: 'Blog' } })).name, 'Blog')
      await ok('createService', { as: 'outsider', body: { name: 'Shop' } })
      const monitor = await ok('createMonitor', { body: { ...monitorBody(), serviceId: shop.id } })
      const count = async (id) => (await ok('listServices')).services.find((one) => one.id === id).monitors
      assert.equal(await count(shop.id), 1)
      assert.equal(await no('deleteService', { params: { id: shop.id } }), 409)
      await ok('updateMonitor', { params: { id: monitor.id }, body: { serviceId: blog.id } })
      assert.deepEqual([await count(shop.id), await count(blog.id)], [0, 1])
      await ok('deleteMonitor', { params: { id: monitor.id } })
      assert.equal(await count(blog.id), 0)
      await ok('deleteService', { params: { id: blog.id } })
      assert.equal(await no('renameService', { params: { id: blog.id }, body: { name: 'x' } }), 404)
      assert.equal(await no('deleteService', { as: 'outsider', params: { id: shop.id } }), 404)
    })

    test('monitors: create, change a part, refuse what the catalog does not offer', async () => {
      const made = await ok('createMonitor', { body: { ...monitorBody(), enabled: false } })
      assert.deepEqual(await ok('getMonitor', { params: { id: made.id } }), made)
      const changed = await ok('updateMonitor', { params: { id: made.id }, body: { name: 'Back' } })
      assert.deepEqual({ ...changed, updatedAt: 0 }, { ...made, name: 'Back', updatedAt: 0 })
      const dead = client.choice.catalog.vantages.find(([, , available]) => !available)[0]
      for (const bad of [
        { vantages: [dead] },
        { intervalSeconds: 61 },
        { vantages: ['mars'] },
        { name: 3 },
        { timeoutMs: 'x' },
        { downCondition: { quorum: 1 } },
        { serviceId: 'nowhere' },
      ]) {
        await no('createMonitor', { body: { ...monitorBody(), ...bad } })
        await no('updateMonitor', { params: { id: made.id }, body: bad })
      }
      assert.deepEqual(await ok('getMonitor', { params: { id: made.id } }), changed)
      assert.equal((await ok('listMonitors')).monitors.length, 1)
      await ok('deleteMonitor', { params: { id: made.id } })
      for (const operation of ['getMonitor', 'updateMonitor'])
        assert.equal(
          await no(operation, { params: { id: made.id }, body: operation === 'getMonitor' ? undefined : {} }),
          404,
        )
    })

    test('probe results move a monitor and leave a history', async () => {
      const { id } = await ok('createMonitor', { body: monitorBody() })
      const probe = (outcome, more = {}) => outside.probeResult({ monitorId: id, outcome, ...more })
      await probe('ok', { latencyMs: 10 })
      await probe('fail', { errorDetail: 'one' })
      assert.equal((await ok('getMonitor', { params: { id } })).state, 'up')
      await probe('error', { errorDetail: 'two' })
      assert.equal((await ok('getMonitor', { params: { id } })).state, 'down')
      await probe('ok')
      const { transitions } = await ok('monitorTransitions', { params: { id } })
      assert.deepEqual(
        transitions.map(({ from, to }) => `${from} ${to}`),
        ['down up', 'up down', 'pending up'],
      )
      assert.deepEqual(transitions[1].failingVantages, [client.choice.catalog.vantages[0][0]])
      const { failures } = await ok('monitorFailures', { params: { id } })
      assert.deepEqual(
        failures.map(({ errorDetail }) => errorDetail),
        ['two', 'one'],
      )
      for (const window of ['1h', '24h', '7d']) {
        const view = await ok('monitorMetrics', { params: { id }, query: { window } })
        assert.equal(view.window, window)
        assert.ok(view.series[0].points.length > 0)
      }
      await no('monitorMetrics', { params: { id }, query: { window: '2h' } })
      await outside.metricsAvailability({ available: false })
      assert.equal(await no('monitorMetrics', { params: { id } }), 503)
      await ok('getMonitor', { params: { id } })
      await outside.backendBehaves({ backend: 'uptime', reachable: false })
      assert.equal(await no('getMonitor', { params: { id } }), 502)
      assert.equal(await no('ping'), 502)
      await outside.backendBehaves({ backend: 'uptime', reachable: true })
      await outside.quotaChanges({ quota: 'monitors', value: 1 })
      assert.equal(await no('createMonitor', { body: monitorBody() }), 403)
    })

    test('export tokens scrape until revoked', async () => {
      const { id, token } = await ok('createExportToken', { body: { name: 'Grafana' } })
      await ok('createMonitor', { body: monitorBody() })
      assert.equal((await doors.scrape({ token })).status, 200)
      assert.ok(!JSON.stringify(await ok('listExportTokens')).includes(token))
      await ok('revokeExportToken', { params: { id } })
      assert.equal((await doors.scrape({ token })).status, 401)
      assert.equal((await ok('listExportTokens')).tokens.length, 0)
    })

    test('incidents: the working set, newest first, at most 100', async () => {
      const first = await open()
      const second = await open({ description: 'more' })
      assert.equal(first.status, 'open')
      assert.equal(first.firingAlerts, 0)
      assert.deepEqual(
        (await ok('listIncidents')).incidents.map(({ id }) => id),
        [second.id, first.id],
      )
      const taken = await ok('acknowledge', { as: 'admin', params: { id: first.id } })
      assert.deepEqual([taken.status, typeof taken.acknowledgedAt], ['acknowledged', 'string'])
      assert.ok(JSON.stringify(await ok('getIncident', { params: { id: first.id } })).includes('Adam Admin'))
      const done = await ok('resolve', { params: { id: second.id } })
      assert.deepEqual([done.status, typeof done.resolvedAt], ['resolved', 'string'])
      await no('acknowledge', { params: { id: second.id } })
      assert.deepEqual((await ok('listIncidents')).incidents, [taken])
      assert.deepEqual((await ok('listIncidents', { query: { status: 'resolved' } })).incidents, [done])
      assert.equal((await ok('listIncidents', { as: 'outsider' })).incidents.length, 0)
      for (let i = 0; i < 105; i += 1) await open()
      assert.equal((await ok('listIncidents')).incidents.length, 100)
    })

    test('alerts attach while acknowledged and open a new incident after resolution', async () => {
      const source = await ok('createSource', { body: { name: 'Prometheus', serviceId: service } })
      const deliver = (status, name) =>
        doors.deliver({
          sourceId: source.id,
          token: source.token,
          alerts: [{ status, labels: { alertname: name }, startsAt: new Date().toISOString() }],
        })
      assert.ok((await deliver('firing', 'Disk')).status < 300)
      const [born] = (await ok('listIncidents')).incidents
      assert.deepEqual([born.firingAlerts, born.serviceId, born.title], [1, service, 'Disk'])
      await ok('acknowledge', { params: { id: born.id } })
      await deliver('firing', 'Memory')
      const { incidents } = await ok('listIncidents')
      assert.deepEqual(
        incidents.map(({ id, status, firingAlerts }) => [id, status, firingAlerts]),
        [[born.id, 'acknowledged', 2]],
      )
      const done = await ok('resolve', { params: { id: born.id } })
      await deliver('firing', 'Network')
      const [next] = (await ok('listIncidents')).incidents
      assert.notEqual(next.id, born.id)
      assert.deepEqual((await ok('listIncidents', { query: { status: 'resolved' } })).incidents, [done])
      await deliver('resolved', 'Network')
      assert.equal((await ok('listIncidents')).incidents.length, client.choice.autoResolve ? 0 : 1)
      assert.ok(!JSON.stringify(await ok('listSources')).includes(source.token))
      await ok('revokeSource', { params: { id: source.id } })
      assert.equal((await deliver('firing', 'Disk')).status, 401)
    })

    test('public updates make an incident visible and their retraction hides it', async () => {
      const { id } = await open()
      const page = async () => (await outside.statusPageViewed({ serviceIds: [service] })).incidents
      assert.equal((await page()).length, 0)
      await ok('resolve', { params: { id } })
      const update = await ok('publishUpdate', { as: 'member', params: { id }, body: { body: 'Sorry' } })
      assert.equal(update.byLabel, 'Mia Member')
      assert.deepEqual((await page())[0].updates, [update])
      await no('retractUpdate', { as: 'outsider', params: { id, uid: update.id } })
      await ok('retractUpdate', { params: { id, uid: update.id } })
      assert.equal((await page()).length, 0)
      await no('retractUpdate', { params: { id, uid: update.id } })
    })

    test('schedules: overrides win, deletion waits for escalation steps', async () => {
      const made = await rota()
      assert.equal(made.onCallNow.override, false)
      const cover = await ok('addOverride', {
        params: { id: made.id },
        body: { ...person('admin'), startsAt: '2020-01-01T00:00:00Z', endsAt: '2050-01-01T00:00:00Z' },
      })
      const [listed] = (await ok('listSchedules')).schedules
      assert.deepEqual(
        [listed.onCallNow.userId, listed.onCallNow.override, listed.overrides[0]],
        [people.admin.id, true, cover],
      )
      await ok('removeOverride', { params: { id: made.id, oid: cover.id } })
      assert.deepEqual((await ok('listSchedules')).schedules, [made])
      const policy = await ok('createPolicy', {
        body: {
          name: 'P',
          repeat: 0,
          steps: [{ target: { kind: 'schedule', id: made.id, label: 'Rota' }, waitSeconds: 1 }],
        },
      })
      assert.equal(await no('deleteSchedule', { params: { id: made.id } }), 409)
      await ok('updatePolicy', { params: { id: policy.id }, body: { steps: [userStep('owner', 1)] } })
      await ok('deleteSchedule', { params: { id: made.id } })
      assert.equal((await ok('listSchedules')).schedules.length, 0)
    })

    test('escalation walks the steps until somebody acknowledges', async () => {
      const nights = await rota({ participants: [person('member')] })
      const policy = await ok('createPolicy', {
        body: {
          name: 'P',
          repeat: 0,
          steps: [
            { target: { kind: 'schedule', id: nights.id, label: 'Rota' }, waitSeconds: 60 },
            userStep('admin', 60),
            userStep('owner', 60),
          ],
        },
      })
      const attached = await ok('attachPolicy', { params: { id: service }, body: { escalationPolicyId: policy.id } })
      assert.equal(attached.escalationPolicyId, policy.id)
      assert.equal((await ok('listPolicies')).policies[0].services, 1)
      assert.equal(await no('deletePolicy', { params: { id: policy.id } }), 409)
      const incident = await open()
      const paged = async () => (await outside.listPages()).pages.map(({ userId }) => userId)
      assert.deepEqual(await paged(), [people.member.id])
      await outside.advanceClock({ by: 'PT61S' })
      assert.deepEqual(await paged(), [people.member.id, people.admin.id])
      await ok('acknowledge', { params: { id: incident.id } })
      await outside.advanceClock({ by: 'PT10M' })
      assert.equal((await paged()).length, 2)
      await ok('attachPolicy', { params: { id: service }, body: { escalationPolicyId: null } })
      await open()
      assert.equal((await paged()).length, 2)
      await no('attachPolicy', { params: { id: service }, body: {} })
      await ok('deletePolicy', { params: { id: policy.id } })
      assert.equal((await ok('listPolicies')).policies.length, 0)
    })

    test('the provider credential is verified before it is stored', async () => {
      const body = { accountSid: 'AC1', authToken: 'hidden', fromNumber: '+4930123456' }
      assert.equal((await ok('getProvider')).configured, false)
      await outside.providerBehaves({ behaviour: 'rejects' })
      assert.equal(await no('setProvider', { body }), 422)
      await outside.providerBehaves({ behaviour: 'unreachable' })
      assert.equal(await no('setProvider', { body }), 502)
      assert.equal((await ok('getProvider')).configured, false)
      await outside.providerBehaves({ behaviour: 'accepts' })
      const set = await ok('setProvider', { body })
      assert.deepEqual(await ok('getProvider', { as: 'member' }), set)
      assert.equal((await ok('getProvider', { as: 'outsider' })).configured, false)
      assert.ok(!JSON.stringify(set).includes('hidden'))
      await ok('savePaging', { body: { phone: '+4917012345', rules: [{ channel: 'sms', delaySeconds: 0 }] } })
      await ok('clearProvider')
      const policy = await ok('createPolicy', { body: { name: 'P', repeat: 0, steps: [userStep('owner', 60)] } })
      await ok('attachPolicy', { params: { id: service }, body: { escalationPolicyId: policy.id } })
      await open()
      assert.equal((await outside.listPages()).pages[0].error, 'no-credential')
    })

    test('paging settings are personal and begin with email immediately', async () => {
      const unset = await ok('getPaging', { as: 'member' })
      assert.deepEqual(unset, {
        email: 'member@north.example',
        phone: '',
        rules: [{ channel: 'email', delaySeconds: 0 }],
      })
      const saved = await ok('savePaging', {
        body: { phone: '+4917012345', rules: [{ channel: 'email', delaySeconds: 30 }] },
      })
      assert.deepEqual(await ok('getPaging'), saved)
      assert.deepEqual(await ok('getPaging', { as: 'member' }), unset)
      await no('savePaging', { body: { phone: '0170', rules: [] } })
      await no('savePaging', { body: { rules: [{ channel: 'fax', delaySeconds: 0 }] } })
      assert.deepEqual(await ok('getPaging'), saved)
    })
  })
}

test('rotation: days of 23 and 25 hours have one handoff each', () => {
  const berlin = { zone: 'Europe/Berlin', weekly: false, sundayDow: 0, timeMs: 9 * 3600000 }
  const spring = turnAt(berlin, Date.parse('2026-03-28T12:00:00Z'))
  assert.deepEqual(
    [spring.start, spring.end].map((ms) => new Date(ms).toISOString()),
    ['2026-03-28T08:00:00.000Z', '2026-03-29T07:00:00.000Z'],
  )
  const autumn = turnAt(berlin, Date.parse('2026-10-24T12:00:00Z'))
  assert.equal(autumn.end - autumn.start, 25 * 3600000)
  const twice = { ...berlin, timeMs: 2.5 * 3600000 }
  let last = turnAt(twice, Date.parse('2026-10-24T12:00:00Z')).index
  let changes = 0
  for (let at = Date.parse('2026-10-24T12:00:00Z'); at < Date.parse('2026-10-25T12:00:00Z'); at += 600000) {
    const { index } = turnAt(twice, at)
    if (index !== last) changes += 1
    assert.ok(index >= last)
    last = index
  }
  assert.equal(changes, 1)
  const never = turnAt(twice, Date.parse('2026-03-29T00:59:00Z'))
  assert.equal(new Date(never.end).toISOString(), '2026-03-29T01:30:00.000Z')
})

test('rotation: weeks begin on their weekday', () => {
  const plan = { zone: 'America/New_York', weekly: true, sundayDow: 1, timeMs: 0 }
  const turn = turnAt(plan, Date.parse('2026-07-15T12:00:00Z'))
  assert.deepEqual(
    [turn.start, turn.end].map((ms) => new Date(ms).toISOString()),
    ['2026-07-13T04:00:00.000Z', '2026-07-20T04:00:00.000Z'],
  )
})
