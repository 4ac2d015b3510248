import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalogue } from '../../bench/eyesight/faulty-proxy/catalogue.ts'
import type { Area, Fault } from '../../bench/eyesight/faulty-proxy/fault.ts'
import { laterLooks } from '../../bench/eyesight/faulty-proxy/later-looks.ts'
import { startFaultyProxy } from '../../bench/eyesight/faulty-proxy/start-faulty-proxy.ts'
import { as, event, get, isOutside, patch, post, remove, type Step } from '../../bench/eyesight/faulty-proxy/steps.ts'
import { type Seen, walk } from '../../bench/eyesight/faulty-proxy/walk.ts'
import source from '../../src/contract/generated/spec.js'
import { createMock, type RunningMock } from '../../stateful-mock/create-mock.ts'
import { sampled } from '../support/sampled.ts'

let mock: RunningMock
beforeAll(async () => {
  mock = await createMock({ seed: 'small', clock: { frozenAt: '2026-03-05T09:00:00Z' } })
})
afterAll(() => mock.close())

/** The steps from the same start, with a fault or without. */
async function walked(steps: readonly Step[], fault?: Fault): Promise<readonly Seen[]> {
  mock.reset()
  const proxy = await startFaultyProxy({ target: mock.url, fault })
  try {
    return await walk(proxy.url, steps)
  } finally {
    await proxy.close()
  }
}

async function directly(steps: readonly Step[]): Promise<readonly Seen[]> {
  mock.reset()
  return walk(mock.url, steps)
}

/** The order of fields says nothing. */
const inOrder = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value

/** What an answer says; how many things the journal of the mock has is not part of it. */
function asShown({ text, ...rest }: Seen): string {
  const isJson = rest.type?.startsWith('application/json') && text !== ''
  const said = isJson ? JSON.parse(text.replace(/^\{"entry":\d+,/, '{')) : text
  return JSON.stringify({ ...rest, said }, inOrder)
}

/** The steps, counted from 1, whose answers differ; what the outside answers on the way tells a caller nothing. */
const differences = (show: readonly Step[], clean: readonly Seen[], faulty: readonly Seen[]) =>
  show.flatMap((step, index) => {
    const [right, wrong] = [clean[index], faulty[index]]
    if (!right || !wrong || (isOutside(step) && index < show.length - 1)) return []
    return asShown(right) === asShown(wrong) ? [] : [index + 1]
  })

function named(name: string): Fault {
  const fault = catalogue.find((one) => one.name === name)
  if (!fault) throw new Error(`no fault ${name}`)
  return fault
}

describe('without a fault the proxy cannot be told from its target', () => {
  const steps = [
    get('/tokens'),
    post('/tokens', { name: 'ci' }),
    as('nobody', get('/tokens')),
    get('/email/messages?direction=send&to=a%40b.example'),
    post('/registry/registries', { slug: 'apps' }),
    event('image-pushed', { registry: 'apps', repository: 'web', tags: ['v1'], digest: 'sha256:one' }),
    get('/registry/registries/apps/tags?repo=web'),
    patch('/organization/contacts', { technicalEmail: 'nowhere' }),
    post('/clusters', { name: 'prod', tier: 'small' }),
    post('/clusters/prod/join-tokens'),
    remove('/clusters/prod'),
    get('/nothing/here'),
    { method: 'GET', path: '/_understudy/health', as: 'nobody' },
  ]

  test('answers are the same to the byte', async () => {
    expect(await walked(steps)).toEqual(await directly(steps))
  })

  test('so are their headers', async () => {
    const proxy = await startFaultyProxy({ target: mock.url })
    const headersFrom = async (url: string) => {
      const response = await fetch(`${url}/api/v1/tokens`, { headers: { authorization: 'Bearer owner' } })
      await response.text()
      return [...response.headers].filter(([name]) => name !== 'date' && name !== 'connection' && name !== 'keep-alive')
    }
    expect(await headersFrom(proxy.url)).toEqual(await headersFrom(mock.url))
    await proxy.close()
  })
})

test('what a fault remembers ends with the world it was in', async () => {
  mock.reset()
  const fault = named('organization-lost-update')
  const proxy = await startFaultyProxy({ target: mock.url, fault })
  const change = patch('/organization/contacts', { billingEmail: 'bills@acme.example' })
  await walk(proxy.url, [change, { method: 'POST', path: '/_understudy/reset', as: 'nobody' }])
  const [after] = await walk(proxy.url, [patch('/organization/contacts', { technicalEmail: 'tech@acme.example' })])
  expect(after?.text).toContain('"technicalEmail":"tech@acme.example"')
  expect(after?.text).not.toContain('bills@acme.example')
  await proxy.close()
})

test('what a fault remembers stays in its sandbox', async () => {
  mock.reset()
  const fault = named('organization-lost-update')
  const proxy = await startFaultyProxy({ target: mock.url, fault })
  const inSandbox = ({ path, ...rest }: Step): Step => ({ ...rest, path: `/sandboxes/other${path}` })
  const first = patch('/organization/contacts', { billingEmail: 'bills@acme.example' })
  const second = patch('/organization/contacts', { technicalEmail: 'tech@acme.example' })
  const [, elsewhere, here] = await walk(proxy.url, [first, inSandbox(first), second])
  const [there] = await walk(proxy.url, [inSandbox(second)])
  expect(elsewhere?.text).toContain('bills@acme.example')
  expect(here?.text).not.toContain('bills@acme.example')
  expect(there?.text).not.toContain('bills@acme.example')
  await proxy.close()
})

test('a rotation that is swallowed leaves the old secret signing', async () => {
  const fault = named('email-old-secret-goes-on-signing')
  const signedWithOldSecret = (seen: readonly Seen[]) => {
    const [created, attempts] = [seen[4], seen.at(-1)].map((one) => JSON.parse(one?.text ?? ''))
    const { headers, body } = attempts.attempts[0]
    const at = new Date(Number(headers['webhook-timestamp']) * 1000)
    return new Webhook(created.signingSecret).sign(headers['webhook-id'], at, body) === headers['webhook-signature']
  }
  expect(signedWithOldSecret(await directly(fault.show))).toBe(false)
  expect(signedWithOldSecret(await walked(fault.show, fault))).toBe(true)
})

describe('the catalogue', () => {
  test('has enough faults in every area', () => {
    const least: Readonly<Record<Area, number>> = {
      tokens: 6,
      iam: 4,
      organization: 4,
      registry: 18,
      email: 22,
      oncall: 20,
      clusters: 14,
      uptime: 16,
    }
    const counts = Object.fromEntries(
      Object.keys(least).map((area) => [area, catalogue.filter((fault) => fault.area === area).length]),
    )
    for (const [area, count] of Object.entries(least)) expect(counts[area], area).toBeGreaterThanOrEqual(count)
  })

  test('has every name once, with the area in it', () => {
    const names = catalogue.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(catalogue.filter(({ name, area }) => !name.startsWith(`${area}-`)).map(({ name }) => name)).toEqual([])
  })
})

test('the catalogue names lines of the checklist', () => {
  const lines = Object.keys(source.checklist)
  const unknown = catalogue.flatMap(({ checklist }) => checklist).filter((id) => !lines.includes(id))
  expect(unknown).toEqual([])
  expect(catalogue.filter(({ checklist }) => checklist.length === 0)).toEqual([])
})

describe('the last step of the sequence shows the fault, and none before it does', () => {
  test.each(sampled([...catalogue, ...laterLooks], 4))('$name', async (fault) => {
    const clean = await directly(fault.show)
    const faulty = await walked(fault.show, fault)
    expect(differences(fault.show, clean, faulty)).toEqual([...(fault.unlike ?? []), fault.show.length])
  })
})
