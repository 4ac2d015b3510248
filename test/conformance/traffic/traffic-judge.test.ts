import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Finding } from '../../../src/conformance/finding/finding.ts'
import { worded } from '../../../src/conformance/finding/words.ts'
import { baseWorld } from '../../../src/conformance/start/base-world.ts'
import { CERTAIN_REFUSALS } from '../../../src/conformance/traffic/certain-refusals.ts'
import type { TimedExchange } from '../../../src/conformance/traffic/timed-exchange.ts'
import { TrafficJudge } from '../../../src/conformance/traffic/traffic-judge.ts'
import { loadContract } from '../../../src/contract/contract.ts'
import source from '../../../src/contract/generated/spec.js'
import { readProfile } from '../../../src/contract/profile/read-profile.ts'
import { RULES } from '../../../src/model/model.ts'
import type { Client } from '../../../src/target/client.ts'
import { received } from '../../../src/target/received.ts'
import { ROOT } from '../../support/command.ts'

const file = join(ROOT, 'examples/candidate/profile-a.yaml')
const profile = readProfile(source, { text: readFileSync(file, 'utf8'), file, environment: {} })
const contract = loadContract(source, profile)
const catalog = {
  intervals: [
    { seconds: 60, label: 'a minute' },
    { seconds: 300, label: 'five minutes' },
  ],
  vantages: [{ id: 'hel', label: 'Helsinki', available: true }],
}
/** Answers nothing but what probes there are. */
const silent: Client = {
  send: async (sent) =>
    sent.path.endsWith('/uptime/catalog')
      ? {
          answered: true,
          sent,
          received: received(200, { 'content-type': 'application/json' }, JSON.stringify(catalog)),
        }
      : { answered: false, sent, problem: 'nobody is there' },
  close: async () => {},
}
const START_MS = Date.parse('2026-03-04T10:00:00Z')

interface Said {
  readonly as?: string
  readonly headers?: Record<string, string>
  /** Seconds after the start. */
  readonly from: number
  readonly to: number
  readonly call: string
  readonly body?: object
  readonly status?: number
  readonly answer?: object
}

function exchange({ as, headers, from, to, call, body, status = 200, answer }: Said): TimedExchange {
  const [method = '', path = ''] = call.split(' ')
  return {
    method,
    path: `/api/v1${path}`,
    headers: { ...(as && { 'x-session-key': profile.actors[as]?.headers['X-Session-Key'] ?? '' }), ...headers },
    body: body ? JSON.stringify(body) : '',
    status,
    answerHeaders: { 'content-type': 'application/json' },
    answer: answer ? JSON.stringify(answer) : '',
    startedMs: START_MS + from * 1000,
    endedMs: START_MS + to * 1000,
  }
}

const FORM = 'application/x-www-form-urlencoded'

/** What is found in traffic, in words. */
const found = (...said: readonly Said[]): Promise<string[]> => foundIn(said.map(exchange))

async function foundIn(exchanges: readonly TimedExchange[], within = contract): Promise<string[]> {
  const findings: Finding[] = []
  const listen = (event: { kind: string; finding: Finding }) => {
    if (event.kind === 'found') findings.push(event.finding)
  }
  const judge = new TrafficJudge({ contract: within, base: await baseWorld(within, silent, START_MS), listen })
  for (const [number, one] of exchanges.entries()) judge.took(number, one)
  judge.finish()
  return findings.map((finding) => `${finding.operation}: ${worded(finding).message}`)
}

const service = (id: string, name: string) => ({ id, name, createdAt: '2026-03-04T10:00:00Z', monitors: 0 })
const made = (id: string, from: number, to: number, name = 'shop'): Said => ({
  as: 'owner',
  from,
  to,
  call: 'POST /uptime/services',
  body: { name },
  status: 201,
  answer: service(id, name),
})
const listed = (from: number, to: number, ...services: object[]): Said => ({
  as: 'owner',
  from,
  to,
  call: 'GET /uptime/services',
  answer: { services },
})
const removed = (id: string, from: number, to: number): Said => ({
  as: 'owner',
  from,
  to,
  call: `DELETE /uptime/services/${id}`,
  status: 204,
})

describe('one after the other', () => {
  test('what was made is listed, as it was made, until it is removed', async () => {
    const shop = service('s1', 'shop')
    expect(await found(made('s1', 0, 1), listed(2, 3, shop), removed('s1', 4, 5), listed(6, 7))).toEqual([])
    expect(await found(made('s1', 0, 1), listed(2, 3))).toEqual([expect.stringContaining('listUptimeServices: ')])
    expect(await found(made('s1', 0, 1), listed(2, 3, service('s1', 'other')))).toHaveLength(1)
    expect(await found(made('s1', 0, 1), removed('s1', 2, 3), listed(4, 5, shop))).toHaveLength(1)
  })

  test('what was there before anybody looked is nobody’s fault', async () => {
    const old = service('old', 'long there')
    const renamed: Said = {
      as: 'owner',
      from: 2,
      to: 3,
      call: 'PATCH /uptime/services/old',
      body: { name: 'new' },
      answer: service('old', 'new'),
    }
    const taken: Said = { ...made('s1', 4, 5, 'taken'), status: 409, answer: { error: 'this name is taken' } }
    expect(await found(listed(0, 1, old), renamed, taken, listed(6, 7, service('old', 'new')))).toEqual([])
  })

  test('what was seen to be removed is gone for good, also where it was there before', async () => {
    const again: Said = {
      ...removed('old', 2, 3),
      call: 'PATCH /uptime/services/old',
      body: { name: 'x' },
      status: 200,
      answer: service('old', 'x'),
    }
    expect(await found(removed('old', 0, 1), again)).toEqual([expect.stringContaining('renameUptimeService: accepted')])
  })

  test('after something that nobody can follow, nothing is held against anybody that went before', async () => {
    const reset: Said = { from: 2, to: 3, call: 'POST /../../_test/reset', status: 200 }
    const stranger: Said = { ...removed('s1', 2, 3), as: '', headers: { 'x-session-key': 'somebody-else-entirely' } }
    expect(await found(made('s1', 0, 1), reset, listed(4, 5))).toEqual([])
    expect(await found(made('s1', 0, 1), stranger, listed(4, 5))).toEqual([])
    const broken: Said = { ...removed('s1', 2, 3), status: 502 }
    expect(await found(made('s1', 0, 1), broken, listed(4, 5))).toEqual([])
  })

  test('somebody without a credential, and somebody of another organization', async () => {
    expect(await found({ from: 0, to: 1, call: 'GET /uptime/services', answer: { services: [] } })).toEqual([
      expect.stringContaining('listUptimeServices: accepted'),
    ])
    const theirs: Said = { ...listed(2, 3, service('s1', 'shop')), as: 'outsider' }
    expect(await found(made('s1', 0, 1), theirs)).toHaveLength(1)
  })

  test('a secret that was given once stands in no later answer, in whichever form', async () => {
    const key = 'tok_live_0123456789abcdef'
    const token: Said = {
      as: 'owner',
      from: 0,
      to: 1,
      call: 'POST /tokens',
      body: { name: 'laptop' },
      status: 201,
      answer: {
        id: 't1',
        name: 'laptop',
        orgSlug: 'north',
        key,
        scope: [],
        createdAt: '2026-03-04T10:00:00Z',
        expiresAt: '2027-03-04T10:00:00Z',
      },
    }
    const seen = (text: string) => found(token, listed(2, 3, service('s9', text)))
    expect(await seen(`prefix ${key} suffix`)).toEqual([expect.stringContaining('listUptimeServices: ')])
    expect(await seen(Buffer.from(key).toString('base64'))).toHaveLength(1)
    expect(await seen('tok_live_0123456789abcdee')).toEqual([])
  })
})

describe('requests and responses that are not the ordinary ones', () => {
  const shop = made('s1', 0, 1)
  const renamed: Said = {
    as: 'owner',
    from: 2,
    to: 3,
    call: 'PATCH /uptime/services/s1',
    body: { name: 'new' },
    status: 307,
  }

  test('a copy that is still valid, a redirect and a part of a response say nothing about the operation', async () => {
    const asked = (status: number): Said => ({ ...listed(2, 3), status })
    for (const status of [304, 301, 308, 206]) expect(await found(shop, asked(status))).toEqual([])
    // The change may have been made or not.
    expect(await found(shop, renamed, listed(4, 5, service('s1', 'new')))).toEqual([])
    expect(await found(shop, renamed, listed(4, 5, service('s1', 'shop')))).toEqual([])
  })

  test('headers can be the reason of a refusal', async () => {
    for (const status of [406, 412, 431])
      expect(await found(shop, { ...listed(2, 3), status, answer: { error: 'no' } })).toEqual([])
    const forced: Said = { ...listed(2, 3), headers: { prefer: 'code=404' }, status: 404, answer: { error: 'forced' } }
    expect(await found(shop, forced)).toEqual([])
  })

  test('a slash at the end makes another path, and a form is no JSON', async () => {
    const monitor: Said = { as: 'owner', from: 2, to: 3, call: 'DELETE /uptime/services/s1/', status: 404 }
    expect(await found(shop, { ...monitor, answer: { error: 'there is nothing' } })).toEqual([])
    const form = { ...exchange(shop), body: 'name=shop', headers: { ...exchange(shop).headers, 'content-type': FORM } }
    expect(await foundIn([form])).toEqual([])
    expect(await foundIn([{ ...form, headers: { ...form.headers, 'content-type': 'application/json' } }])).toEqual([
      expect.stringContaining('createUptimeService: accepted'),
    ])
  })

  test('a response that is repeated for the same Idempotency-Key has no effect again', async () => {
    const keyed = (key: string, from: number): Said => ({
      ...made('s1', from, from + 1),
      headers: { 'idempotency-key': key },
    })
    expect(await found(keyed('one', 0), keyed('one', 2), listed(4, 5, service('s1', 'shop')))).toEqual([])
    expect(await found(keyed('one', 0), keyed('two', 2))).toHaveLength(1)
    expect(await found(keyed('one', 0), { ...keyed('one', 2), answer: service('s2', 'shop') })).toHaveLength(1)
  })
})

test('a secret that callers send elsewhere too is none', async () => {
  const text = 'Europe/Berlin, at nine'
  const set = (from: number, accountSid: string): Said => ({
    as: 'owner',
    from,
    to: from + 1,
    call: 'PUT /oncall/telephony',
    body: { accountSid, authToken: text, fromNumber: '+4912345' },
    answer: { configured: true, accountSid, fromNumber: '+4912345', updatedAt: '2026-03-04T10:00:00Z' },
  })
  const shown = (from: number) => listed(from, from + 1, service('s1', text))
  expect(await found(set(0, 'AC1'), listed(2, 3, service('s9', text)))).toEqual([
    expect.stringContaining('repeats the secret'),
  ])
  expect(await found(set(0, 'AC1'), made('s1', 2, 3, text), shown(4))).toEqual([])
  expect(await found(made('s1', 0, 1, text), set(2, 'AC1'), shown(4))).toEqual([])
  expect(await found(set(0, text), set(2, text))).toEqual([])
})

describe('what the request itself or the start makes certain', () => {
  const as = 'owner'
  const at = (from: number) => ({ as, from, to: from + 1 })
  const provider = { configured: true, accountSid: 'AC1', fromNumber: '+4912345', updatedAt: '2026-03-04T10:00:00Z' }
  const set: Said = {
    ...at(0),
    call: 'PUT /oncall/telephony',
    body: { accountSid: 'AC1', authToken: 'short', fromNumber: '+4912345' },
    answer: provider,
  }

  test('a short secret is found where its field is returned', async () => {
    expect(await found(set, { ...set, ...at(2) })).toEqual([])
    expect(await found({ ...set, answer: { ...provider, authToken: 'short' } })).toContain(
      'setProviderCredential: the response repeats the secret of setProviderCredential authToken',
    )
    expect(await found({ ...set, answer: { ...provider, authToken: '*****' } })).toEqual([])
  })

  test('an interval that the catalog does not offer is refused', async () => {
    const body = { name: 'm', kind: 'tcp', tcp: { host: 'x.example', port: 25 }, vantages: ['hel'] }
    const monitor = {
      ...{ ...body, id: 'm1', enabled: true, timeoutMs: 5000, downCondition: { confirmations: 2, quorum: 1 } },
      ...{ createdAt: '2026-03-04T10:00:00Z', updatedAt: '2026-03-04T10:00:00Z' },
    }
    const every = (intervalSeconds: number, by = as): Said => ({
      ...at(0),
      as: by,
      call: 'POST /uptime/monitors',
      body: { ...body, intervalSeconds },
      status: 201,
      answer: { ...monitor, intervalSeconds },
    })
    expect(await found(every(60))).toEqual([])
    expect(await found(every(61))).toEqual([expect.stringContaining('createMonitor: accepted')])
    // What is forgotten about a thing with the same identifier is not forgotten of the catalog.
    const other: Said = { ...at(-2), call: 'DELETE /uptime/services/60', status: 204 }
    expect(await found(other, every(60))).toEqual([])
    // Others may have another catalog.
    expect(await found(every(61, 'outsider'))).toEqual([])
  })
})

test('a part of a check may be merged into the check that is there', async () => {
  const changed = (body: object, answer: object): Said => ({
    as: 'owner',
    from: 2,
    to: 3,
    call: 'PATCH /uptime/monitors/m1',
    body,
    answer,
  })
  const monitor = {
    ...{ id: 'm1', name: 'front', enabled: true, intervalSeconds: 60, vantages: ['hel'], timeoutMs: 5000 },
    ...{ kind: 'http', downCondition: { confirmations: 2, quorum: 1 }, http: { url: 'https://x.example/' } },
    ...{ createdAt: '2026-03-04T10:00:00Z', updatedAt: '2026-03-04T10:00:00Z' },
  }
  const { id: _, createdAt: __, updatedAt: ___, ...body } = monitor
  const shop: Said = { as: 'owner', from: 0, to: 1, call: 'POST /uptime/monitors', body, status: 201, answer: monitor }
  expect(await found(shop, changed({ http: {} }, monitor))).toEqual([])
  expect(await found(shop, changed({ http: { url: 'https://x.example/', method: 'PUSH' } }, monitor))).toEqual([
    expect.stringContaining('updateMonitor: accepted'),
  ])
})

test('the history of a monitor may be read after it was deleted', async () => {
  const gone: Said = { as: 'owner', from: 0, to: 1, call: 'DELETE /uptime/monitors/m1', status: 204 }
  const failures: Said = {
    as: 'owner',
    from: 2,
    to: 3,
    call: 'GET /uptime/monitors/m1/failures',
    answer: { failures: [] },
  }
  expect(await found(gone, failures)).toEqual([])
  expect(await found(gone, { ...failures, call: 'GET /uptime/monitors/m1' })).toContain(
    'getMonitor: accepted, although there is no monitor m1',
  )
})

describe('at the same time', () => {
  test('an answer is wrong only if it is wrong in every order', async () => {
    const shop = service('s1', 'shop')
    expect(await found(made('s1', 0, 3), listed(1, 4))).toEqual([])
    expect(await found(made('s1', 0, 3), listed(1, 2, shop))).toEqual([])
    expect(await found(made('s1', 0, 1), removed('s1', 2, 5), listed(3, 4))).toEqual([])
    expect(await found(made('s1', 0, 1), removed('s1', 2, 5), listed(3, 4, shop))).toEqual([])
    expect(await found(made('s1', 0, 1), removed('s1', 2, 5), listed(3, 6, service('s1', 'other')))).toEqual([
      expect.stringContaining('do not fit any order'),
    ])
  })

  test('of two that make the same unique thing at most one is right', async () => {
    expect(await found(made('s1', 0, 2), made('s2', 1, 3))).toEqual([expect.stringContaining('do not fit any order')])
    const refused: Said = { ...made('s2', 1, 3), status: 409, answer: { error: 'this name is taken' } }
    expect(await found(made('s1', 0, 2), refused)).toEqual([])
  })

  test('after two changes of one thing either may have been the last', async () => {
    const renamed = (name: string, from: number, to: number): Said => ({
      as: 'owner',
      from,
      to,
      call: 'PATCH /uptime/services/s1',
      body: { name },
      answer: service('s1', name),
    })
    const race = [made('s1', 0, 1), renamed('one', 2, 4), renamed('two', 3, 5)] as const
    expect(await found(...race, listed(6, 7, service('s1', 'two')))).toEqual([])
    expect(await found(...race, listed(6, 7, service('s1', 'one')))).toEqual([])
    expect(await found(...race, listed(6, 7, service('s1', 'three')))).toHaveLength(1)
  })
})

test('who may do what is judged by the roles of the profile, until something happens outside the API', async () => {
  const asked: Said = { as: 'member', from: 4, to: 5, call: 'GET /iam/catalog', answer: { roles: [], resources: [] } }
  const outside: Said = { from: 2, to: 3, call: 'POST /../../_test/roles', status: 200 }
  expect(await found(asked)).toEqual([expect.stringContaining('getIamCatalog: accepted')])
  expect(await found(listed(0, 1), outside, asked)).toEqual([])
})

test('a caller is known by the cookie of the profile, whatever other cookies there are', async () => {
  const owner = { ...profile.actors.owner, headers: { Cookie: 'session=owner-0123456789abcdef' } }
  const cookies = loadContract(source, { ...profile, actors: { ...profile.actors, owner: owner as never } })
  const sent = (said: Said, cookie: string): TimedExchange => ({ ...exchange(said), headers: { cookie } })
  const shop = sent(made('s1', 0, 1), 'theme=dark; session=owner-0123456789abcdef; _visit=1')
  const nothing = sent(listed(2, 3), 'session=owner-0123456789abcdef; _visit=2')
  expect(await foundIn([shop, nothing], cookies)).toEqual([expect.stringContaining('listUptimeServices: ')])
  expect(await foundIn([shop, sent(listed(2, 3), 'session=somebody-else-entirely')], cookies)).toEqual([])
})

test('every refusal that can be certain is a rule of the model', () => {
  const rules = new Set(RULES.map(({ id }) => id))
  expect(CERTAIN_REFUSALS.filter((id) => !rules.has(id))).toEqual([])
})

async function live(): Promise<{ readonly judge: TrafficJudge; readonly findings: Finding[] }> {
  const findings: Finding[] = []
  const judge = new TrafficJudge({
    contract,
    base: await baseWorld(contract, silent, START_MS),
    listen: (event) => void (event.kind === 'found' && findings.push(event.finding)),
  })
  return { judge, findings }
}

/** As a proxy tells it: that it began, and later that it is over. */
function passes(judge: TrafficJudge, number: number, said: Said): void {
  const one = exchange(said)
  judge.began(number, one.startedMs)
  judge.took(number, one)
}

test('a stream that stays open does not keep the others from being judged', async () => {
  const { judge, findings } = await live()
  judge.began(0, START_MS)
  passes(judge, 1, made('s1', 1, 2))
  passes(judge, 2, made('s2', 3, 4))
  expect(judge.step()).toBe(false)
  judge.began(3, START_MS + 31_000)
  while (judge.step());
  expect(findings.map(({ operation }) => operation)).toEqual(['createUptimeService'])
})

test('a write that took longer than others wait for may have taken effect at any time', async () => {
  const { judge, findings } = await live()
  judge.began(0, START_MS)
  passes(judge, 1, made('s1', 1, 2))
  judge.began(2, START_MS + 31_000)
  while (judge.step());
  judge.took(0, exchange({ as: 'owner', from: 0, to: 40, call: 'DELETE /uptime/services/s1', status: 204 }))
  judge.took(2, exchange(listed(31, 41)))
  judge.finish()
  expect(findings).toEqual([])
})

test('what could not be judged is counted, and nothing is held against the target for it', async () => {
  const { judge, findings } = await live()
  passes(judge, 1, made('s1', 1, 2))
  judge.skipped(3, { startedMs: START_MS + 3_000, endedMs: START_MS + 4_000 })
  passes(judge, 2, listed(5, 6))
  judge.finish()
  expect(findings).toEqual([])
  expect([...judge.coverage.inconclusive.values()]).toEqual([3])
})
