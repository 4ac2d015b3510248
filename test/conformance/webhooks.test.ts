import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { mistakenMock } from '../../bench/mistakes/mistaken.ts'
import { withMistakes } from '../../bench/mistakes/switched-on.ts'
import { startCandidate } from '../../examples/second-candidate/server.ts'
import type { Finding } from '../../src/conformance/finding/finding.ts'
import { runJudge } from '../../src/conformance/run/runner.ts'
import { type Hook, refusingFirst, startReceiver } from '../../src/conformance/session/receiver.ts'
import { verify } from '../../src/conformance/verify.ts'
import { isFrozen } from '../../src/conformance/webhooks/frozen.ts'
import { isSignedWith } from '../../src/conformance/webhooks/signatures.ts'
import { loadContract } from '../../src/contract/contract.ts'
import source from '../../src/contract/generated/spec.js'
import { readProfile } from '../../src/contract/profile/read-profile.ts'
import { EMPTY_PROFILE, type Profile } from '../../src/contract/profile.ts'
import { controlDriver, type Driver } from '../../src/target/driver.ts'
import { fetchClient } from '../../src/target/fetch-client.ts'
import { mockProfile } from '../../src/target/opening/mock-profile.ts'
import { createMock } from '../../stateful-mock/create-mock.ts'
import { ROOT } from '../support/command.ts'
import { FULL } from '../support/judged-candidate.ts'
import { sampled } from '../support/sampled.ts'

// Deliveries are real and are waited for: a busy machine takes its time.
vi.setConfig({ testTimeout: 300_000 })

/** Operations that walks about webhooks need, and no others: what is left is quick. */
const NEEDED = new Set([
  'createDomain',
  'checkDomain',
  'deleteDomain',
  'createWebhook',
  'updateWebhook',
  'deleteWebhook',
  'rotateWebhookSecret',
  'listDeliveries',
  'redeliverDelivery',
])

interface Target {
  readonly gaps?: Profile['gaps']
  readonly withoutRules?: readonly string[]
  /** Does something to how events are caused. */
  readonly meddle?: (driver: Driver) => Driver
  /** Seconds a delivery may take. */
  readonly within?: number
}

/** Judges a mock that really sends its webhooks. */
async function judged({ gaps = {}, withoutRules = [], meddle, within = 5 }: Target) {
  const create = withoutRules.length > 0 ? (await mistakenMock()).createMock : createMock
  const profile = { ...EMPTY_PROFILE, gaps }
  const mock = await withMistakes(withoutRules, () => create({ port: 0, seed: 'small', profile }))
  const receiver = await startReceiver()
  const client = fetchClient((path, init) => withMistakes(withoutRules, () => mock.fetch(path, init)))
  const own = (await mockProfile(client)) ?? EMPTY_PROFILE
  const contract = loadContract(source, { ...onlyWebhooks(own), deadlines: { delivery: within } })
  const driver = controlDriver(mock.url, contract.controlOperations, client)
  try {
    const result = await runJudge({
      contract,
      client,
      driver: meddle ? meddle(driver) : driver,
      receiver,
      url: mock.url,
      seed: 3,
      runs: 0,
      maxSteps: 20,
      areas: ['email'],
      skip: ['invalid', 'parallel', 'random'],
      bail: withoutRules.length > 0 || meddle !== undefined,
    })
    return { ...result, slowestMs: receiver.slowestMs }
  } finally {
    await mock.close()
    await receiver.close()
  }
}

function onlyWebhooks(profile: Profile): Profile {
  const email = [...loadContract(source).operations.values()].filter(({ area }) => area === 'email')
  const others = email.map(({ id }) => id).filter((id) => !NEEDED.has(id))
  return { ...profile, leaveOut: [...profile.leaveOut, ...others] }
}

const aboutWebhooks = ({ check }: Finding) => check.startsWith('webhook-')

const BROKEN = [
  ['email.rotation-replaces', 'webhook-signature', 'failure'],
  ['email.disabled-gets-nothing', 'webhook-closed', 'warning'],
  ['email.payload-frozen', 'webhook-frozen', 'failure'],
] as const

test.concurrent.each(sampled(BROKEN, 3))('%s broken: the receiver sees it', async (rule, check, severity) => {
  const { failures } = await judged({ withoutRules: [rule] })
  expect(failures[0]?.finding).toMatchObject({ check, severity, operation: 'webhookReceived' })
  expect(failures[0]?.how).toBe('reduced')
  expect(failures[0]?.sequence.steps.length).toBeLessThanOrEqual(10)
})

/** What is open about webhooks, read otherwise and as we do. */
const READINGS: Readonly<Record<string, Profile['gaps']>> = {
  'another scheme, other fields, one delivery per attempt': {
    'email.signature': { scheme: 'hmac-sha256-hex', signatureHeader: 'x-signed' },
    'email.payload-fields': { type: 'kind', time: 'at', data: 'body' },
    'email.delivery-recording': 'one-per-attempt',
    'email.disabled-events': 'held',
  },
  'the first attempt is hours away': {
    'email.delivery-attempts': { most: 2, waitsSeconds: [7200], timeoutSeconds: 15 },
    'email.deliveries-listed': 1,
  },
  'other things are announced': {
    'email.event-types': { bounced: 'bounce', complained: 'complaint' },
    'email.disabled-pending': 'failed',
  },
  'all as by default': {},
}

test.concurrent.each(sampled(Object.entries(READINGS), 4))('%s: no failure', async (_, gaps) => {
  const { failures, slowestMs, coverage } = await judged({ gaps })
  const isDefault = Object.keys(gaps).length === 0
  const findings = failures.map(({ finding }) => finding)
  expect(isDefault ? findings : findings.filter(aboutWebhooks)).toEqual([])
  if (!isDefault) return
  expect(slowestMs).toBeGreaterThan(0)
  expect(coverage.rules).toContain('email.rotation-replaces')
})

test.concurrent('deliveries that are called delivered and never arrive are a failure', async () => {
  const { failures } = await judged({
    within: 1,
    // Whoever answers for the endpoint, it is not the receiver.
    meddle: (driver) => ({
      can: (event) => driver.can(event),
      async cause(event, body) {
        if (event === 'messageSent') await answerForAll(driver)
        return driver.cause(event, body)
      },
    }),
  })
  expect(failures.map(({ finding }) => finding.check)).toContain('webhook-log')
  expect(failures.find(({ finding }) => aboutWebhooks(finding))?.finding.rules).toEqual(['EML-15'])
})

async function answerForAll(driver: Driver): Promise<void> {
  const world = (await driver.cause('exportWorld', {})) as { readonly tables?: unknown }
  const ids = [...JSON.stringify(world).matchAll(/"(web_\w+)"/g)].map(([, id]) => id)
  for (const endpointId of new Set(ids))
    await driver.cause('webhookEndpointAnswers', { endpointId, answers: [{ status: 200 }] }).catch(() => {})
}

test.each(sampled(['a', 'b'], 2))(
  'the second candidate, variant %s, signs and retries its own way and is not accused',
  async (variant) => {
    const candidate = await startCandidate({ variant })
    onTestFinished(() => candidate.close())
    const file = join(ROOT, `examples/second-candidate/profile-${variant}.yaml`)
    const profile = readProfile(source, { text: readFileSync(file, 'utf8'), file, environment: {} })
    const { result } = await verify({
      url: candidate.url,
      profile: FULL ? profile : onlyWebhooks(profile),
      folder: dirname(file),
      areas: ['email'],
      seed: 11,
      runs: 0,
      skip: ['invalid', 'parallel', 'random'],
      ...(!FULL && { maxRequests: 400 }),
    })
    expect(result.failures.map(({ finding }) => finding).filter(aboutWebhooks)).toEqual([])
    expect([...result.coverage.inconclusive.keys()].filter((what) => what.includes('webhooks'))).toEqual([])
  },
)

test('the receiver takes what comes, by the end of its address', async () => {
  const receiver = await startReceiver()
  onTestFinished(() => receiver.close())
  const arrival = receiver.next(5_000)
  const answer = await fetch(`${receiver.url}/hooks/one?x=1`, {
    method: 'POST',
    body: 'first',
    headers: { 'x-a': 'b' },
  })
  expect(answer.status).toBe(200)
  await arrival
  expect(receiver.received('one')).toMatchObject([{ text: 'first', headers: { 'x-a': 'b' } }])
  expect(receiver.received('two')).toEqual([])
})

test.each([503, 401])('the receiver refuses what comes first where an address asks for it, with %i', async (status) => {
  const receiver = await startReceiver()
  onTestFinished(() => receiver.close())
  const post = async () =>
    (await fetch(`${receiver.url}/${refusingFirst(status)}/one`, { method: 'POST', body: 'x' })).status
  expect([await post(), await post(), await post()]).toEqual([status, 200, 200])
  expect(receiver.received('one').map(({ answered }) => answered)).toEqual([status, 200, 200])
})

test('the receiver listens where the profile says, and says so when it cannot', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void other.close())
  const { port } = other.address() as AddressInfo
  const profile: Profile = {
    ...EMPTY_PROFILE,
    actors: { owner: { role: 'owner', organization: 'acme', headers: { authorization: 'Bearer x' } } },
    vocabulary: { receiverUrl: `http://127.0.0.1:${port}/hooks` },
  }
  const mock = await createMock({ port: 0, seed: 'small' })
  onTestFinished(() => mock.close())
  await expect(verify({ url: mock.url, profile, areas: ['email'], skip: ['reach'] })).rejects.toThrow(
    `Webhooks cannot be received at http://127.0.0.1:${port}/hooks: EADDRINUSE.`,
  )
})

const hmac = (key: string | Buffer, text: string, form: 'hex' | 'base64') =>
  createHmac('sha256', key).update(text).digest(form)
const SECRET = `whsec_${Buffer.from('a secret of some length').toString('base64')}`
const KEY = Buffer.from('a secret of some length')
const BODY = '{"a":1}'

test.each<[string, Hook['headers']]>([
  [
    'Standard Webhooks',
    {
      'webhook-id': 'm1',
      'webhook-timestamp': '17',
      'webhook-signature': `v1,${hmac(KEY, `m1.17.${BODY}`, 'base64')}`,
    },
  ],
  ['time and body in one header', { 'x-signature': `t=17,v1=${hmac(SECRET, `17.${BODY}`, 'hex')}` }],
  ['the body alone', { 'x-hub-signature-256': `sha256=${hmac(SECRET, BODY, 'hex')}` }],
])('a signature is recognised: %s', (_, headers) => {
  expect(isSignedWith({ headers, text: BODY, answered: 200 }, SECRET)).toBe(true)
  expect(isSignedWith({ headers, text: BODY, answered: 200 }, `whsec_x${SECRET.slice(6)}`)).toBe(false)
  expect(isSignedWith({ headers, text: `${BODY} `, answered: 200 }, SECRET)).toBe(false)
})

test('a frozen payload may come in an envelope of its own, and may not change inside', () => {
  const message = { id: 'mes_000001', state: 'sent' }
  const changed = { ...message, state: 'delivered' }
  const words = { names: ['mes_000001'], events: ['sent', 'bounced'] }
  expect(isFrozen({ data: { message } }, { data: { message } }, words)).toBe(true)
  expect(isFrozen({ attempt: { id: 1, at: 'then' }, message }, { attempt: { id: 2, at: 'now' }, message }, words)).toBe(
    true,
  )
  expect(isFrozen({ id: 7, ...{ messageId: 'mes_000001' } }, { id: 8, messageId: 'mes_000001' }, words)).toBe(true)
  expect(isFrozen({ data: { message } }, { data: { message: changed } }, words)).toBe(false)
  expect(isFrozen({ id: 7, message }, { id: 8 }, words)).toBe(false)
  expect(isFrozen({ messageId: 'mes_000001', state: 'sent' }, { messageId: 'mes_000001', state: 'gone' }, words)).toBe(
    false,
  )
  // An envelope tells what happened, too.
  expect(isFrozen({ type: 'sent', message }, { type: 'bounced', message }, words)).toBe(false)
  expect(isFrozen({ note: 'first', message }, { note: 'again', message }, words)).toBe(true)
})
