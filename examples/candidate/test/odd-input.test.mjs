import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import driver from '../driver.mjs'
import { startCandidate } from '../server.mjs'
import { makeDoors } from './doors.mjs'
import { makeClient } from './sequence.mjs'
import { assertAnswer } from './shapes.mjs'

/** A small repeatable source of chance. */
function dice(seed) {
  let state = seed
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 4294967296) * sides)
  }
}

const ODD = [
  null,
  true,
  false,
  0,
  -1,
  1,
  1.5,
  1e300,
  60,
  '',
  ' ',
  'x',
  '09:00',
  '\u0000',
  '\ud800',
  '__proto__',
  'constructor',
  '../..',
  '%',
  'a'.repeat(5000),
  [],
  [[]],
  [null],
  {},
  { id: 1 },
  JSON.parse('{"__proto__": {"name": "x"}}'),
  '+4917012345',
  'Europe/Berlin',
  '2030-01-01T00:00:00Z',
  '9999999999999999',
  'UTC',
]

for (const variant of ['a', 'b']) {
  describe(`odd input in variant ${variant}`, () => {
    let candidate
    let client
    before(async () => {
      candidate = await startCandidate({ variant })
      client = makeClient(candidate.url, variant)
    })
    after(() => candidate.close())

    /** Good bodies, to be spoiled. */
    const samples = () => {
      const { choice } = client
      const userId = choice.people.member.id
      const serviceId = choice.oncallServiceIds.north[0]
      const handoff = { interval: 'weekly', dow: 3, time: '08:30' }
      const monitor = {
        name: 'm',
        kind: 'http',
        intervalSeconds: 60,
        vantages: [choice.catalog.vantages[0][0]],
        timeoutMs: 5000,
        enabled: true,
        downCondition: { confirmations: 2, quorum: 1 },
        http: {
          url: 'https://x.example/',
          method: 'POST',
          headers: { a: 'b' },
          bodyBase64: 'aGk=',
          followRedirects: false,
          expectStatus: ['200'],
          expectBodyContains: 'ok',
        },
      }
      const steps = [{ target: { kind: 'user', id: userId, label: 'm' }, waitSeconds: 0 }]
      return {
        createToken: { name: 't', expiresIn: 60, scope: [{ role: 'uptime-viewer', resourceIds: [] }] },
        createService: { name: 's' },
        renameService: { name: 'r' },
        createMonitor: monitor,
        updateMonitor: { name: 'n', http: { url: 'http://y.example' } },
        createExportToken: { name: 'e' },
        setProvider: { accountSid: 'A', authToken: 'B', fromNumber: '+4912345' },
        openIncident: { serviceId, title: 't', description: 'd' },
        createSchedule: { name: 'n', timezone: 'Europe/Paris', participants: [{ userId, label: 'm' }], handoff },
        updateSchedule: { timezone: 'Asia/Kathmandu', handoff },
        savePaging: { phone: '+4912345', rules: [{ channel: 'email', delaySeconds: 0 }] },
        createSource: { name: 'n', serviceId },
        attachPolicy: { escalationPolicyId: null },
        createPolicy: { name: 'n', repeat: 1e15, steps },
        updatePolicy: { repeat: 3, steps },
        publishUpdate: { body: 'b' },
        addOverride: { userId, label: 'm', startsAt: '2020-01-01T00:00:00Z', endsAt: '2040-01-01T00:00:00+02:00' },
      }
    }

    /** Puts an odd value, or a hole, somewhere inside. */
    function spoil(value, roll, depth = 0) {
      if (roll(6) === 0 && depth > 0) return ODD[roll(ODD.length)]
      if (value === null || typeof value !== 'object') return roll(4) === 0 ? ODD[roll(ODD.length)] : value
      if (Array.isArray(value)) return value.map((item) => spoil(item, roll, depth + 1))
      const entries = Object.entries(value)
        .filter(() => roll(8) !== 0)
        .map(([key, item]) => [key, spoil(item, roll, depth + 1)])
      if (roll(10) === 0) entries.push(['__proto__', { name: 'x' }], ['toString', 1])
      return Object.fromEntries(entries)
    }

    test('no generated request gets more than a refusal with an error', async () => {
      const roll = dice(variant === 'a' ? 7 : 8)
      const bodies = samples()
      const names = Object.keys(client.operations)
      const ids = new Map()
      const statuses = new Map()
      for (let round = 0; round < 4000; round += 1) {
        const operation = names[roll(names.length)]
        const good = bodies[operation]
        const body = good && (roll(3) === 0 ? good : roll(12) === 0 ? ODD[roll(ODD.length)] : spoil(good, roll))
        const kind = /Monitor|monitor/.test(operation)
          ? 'createMonitor'
          : /Schedule|Override/.test(operation)
            ? 'createSchedule'
            : /Policy/.test(operation)
              ? 'createPolicy'
              : /Source/.test(operation)
                ? 'createSource'
                : /Service/.test(operation)
                  ? 'createService'
                  : 'openIncident'
        const made = ids.get(operation === 'attachPolicy' ? 'none' : kind) ?? []
        const id =
          made.length > 0 && roll(4) > 0
            ? made[roll(made.length)]
            : operation === 'attachPolicy'
              ? client.choice.oncallServiceIds.north[0]
              : String(ODD[roll(ODD.length)])
        const params = { id: encodable(id), uid: 'x', oid: 'y' }
        const as = ['owner', 'admin', 'member', 'outsider', 'nobody'][roll(9) % 5]
        const answer = await client.call(as, operation, { params, body })
        assertAnswer(operation, client.operations[operation][2], answer)
        if (answer.status < 400 && answer.body?.id && operation.match(/^(create|open)/))
          ids.set(operation, [...(ids.get(operation) ?? []), answer.body.id].slice(-20))
        if (answer.status < 400) statuses.set(operation, true)
      }
      const never = names.filter((name) => !statuses.has(name) && !/retract|removeOverride|revokeExport/.test(name))
      assert.deepEqual(never, [], 'each operation succeeded at least once')
    })

    function encodable(text) {
      return text.isWellFormed() && text !== '' && text !== '../..' ? text : 'x'
    }

    test('malformed and missing bodies are refused', async () => {
      for (const operation of Object.keys(samples())) {
        for (const raw of ['{', '', 'null', '[]', '"x"', '{"name":', '\u0000', 'x'.repeat(2 * 1024 * 1024)]) {
          const answer = await client.call('owner', operation, {
            params: { id: client.choice.oncallServiceIds.north[0] },
            raw,
          })
          assertAnswer(operation, 0, answer)
        }
      }
    })

    test('odd paths and queries are refused', async () => {
      const headers = {
        [client.choice.credential.header]: client.choice.credential.prefix + client.choice.people.owner.session,
      }
      for (const path of [
        '/',
        '/api/v1/uptime/monitors/%',
        '/api/v1/uptime/monitors/%E0%A4%A',
        '/api/v1/uptime/monitors/',
        '/api/v1/uptime/monitors/__proto__',
        '//',
        '/api/v1/tokens/',
        '/api/v1/uptime/monitors/x/metrics?window=%',
        '/_test',
        '/_test/x',
      ]) {
        const response = await fetch(candidate.url + path, { headers })
        assert.ok(response.status >= 400 && response.status < 500, `${path} ${response.status}`)
        assert.equal(typeof (await response.json()).error, 'string')
      }
      const long = await fetch(`${candidate.url}/api/v1/uptime/monitors/${'9'.repeat(9000)}`, { headers })
      assert.equal(long.status, 404)
      const wrong = await fetch(`${candidate.url}/api/v1/uptime/ping`, { method: 'DELETE', headers })
      assert.ok(wrong.status >= 400 && wrong.status < 500)
    })

    test('something that is not HTTP gets a 400', async () => {
      const { hostname, port } = new URL(candidate.url)
      const text = await new Promise((resolve) => {
        const socket = connect(Number(port), hostname, () => socket.write('hello\r\n\r\n'))
        socket.on('data', (data) => resolve(String(data)))
      })
      assert.match(String(text), /^HTTP\/1.1 400 /)
    })

    test('odd webhook deliveries are refused and change nothing', async () => {
      await driver(candidate).resetWorld()
      const source = await client.call('owner', 'createSource', {
        body: { name: 'n', serviceId: client.choice.oncallServiceIds.north[0] },
      })
      for (const alerts of [
        null,
        {},
        [null],
        [{}],
        [{ status: 'on', labels: {} }],
        [{ status: 'firing', labels: { a: 1 } }],
        [{ status: 'firing', labels: { a: 'b' } }, 3],
      ]) {
        const answer = await makeDoors(candidate.url, variant).deliver({
          sourceId: source.body.id,
          token: source.body.token,
          alerts,
        })
        assertAnswer('webhook', 0, answer)
      }
      assert.equal((await client.call('owner', 'listIncidents')).body.incidents.length, 0)
    })
  })
}
