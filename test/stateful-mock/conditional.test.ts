import { describe, expect, test } from 'vitest'
import type { Json } from '../../src/contract/json.ts'
import { EMPTY_PROFILE } from '../../src/contract/profile.ts'
import { ask, profileWith, startedMock } from './support.ts'

const SERVICES = '/api/v1/uptime/services'
const CONTACTS = '/api/v1/organization/contacts'
const withGaps = (gaps: Record<string, Json>) => startedMock({ seed: 'small', profile: profileWith(gaps) })
const named = (name: string, headers: Record<string, string> = {}) => ({ as: 'owner', json: { name }, headers })

describe('a rate limit', () => {
  const limit = { 'general.rate-limit': { requests: 2, seconds: 60 } }

  test('holds for each caller, reads included, until its time is over', async () => {
    const mock = await withGaps(limit)
    const list = async (as: string) => ask(mock, 'GET', SERVICES, { as })
    expect([(await list('owner')).status, (await list('owner')).status]).toEqual([200, 200])
    expect(await list('owner')).toMatchObject({
      status: 429,
      body: { error: 'more than 2 requests in 60 seconds; try again in 60' },
      headers: {
        'retry-after': '60',
        'x-understudy-gaps': 'general.rate-limit, general.retry-after, general.rate-limit-status',
      },
    })
    expect(await list('admin')).toMatchObject({ status: 200 })
    await ask(mock, 'POST', '/_understudy/clock/advance', { json: { by: 'PT1M' } })
    expect(await list('owner')).toMatchObject({ status: 200 })
  })

  test('has its own status, and says when to come back only where the gap says so', async () => {
    const mock = await withGaps({ ...limit, 'general.rate-limit-status': 420, 'general.retry-after': false })
    for (const _ of [1, 2]) await ask(mock, 'GET', SERVICES, { as: 'owner' })
    const refused = await ask(mock, 'GET', SERVICES, { as: 'owner' })
    expect(refused.status).toBe(420)
    expect(refused.headers).not.toHaveProperty('retry-after')
  })

  test('starts anew with the world', async () => {
    const mock = await withGaps(limit)
    for (const _ of [1, 2, 3]) await ask(mock, 'GET', SERVICES, { as: 'owner' })
    mock.reset()
    expect(await ask(mock, 'GET', SERVICES, { as: 'owner' })).toMatchObject({ status: 200 })
  })

  test('is none unless asked for', async () => {
    const mock = await withGaps({})
    const answer = await ask(mock, 'GET', SERVICES, { as: 'owner' })
    expect(answer.headers['x-understudy-gaps'] ?? '').not.toContain('rate-limit')
  })
})

describe('tags', () => {
  test('tell whether what was read is still the same', async () => {
    const mock = await withGaps({ 'general.etag': 'present' })
    const read = (headers: Record<string, string> = {}) => ask(mock, 'GET', SERVICES, { as: 'owner', headers })
    const tag = (await read()).headers.etag ?? ''
    expect(tag).toMatch(/^"[\w-]{22}"$/)
    const same = await read({ 'If-None-Match': `"other", W/${tag}` })
    expect(same).toMatchObject({ status: 304, body: undefined, headers: { etag: tag } })
    expect(await read({ 'If-None-Match': '"other"' })).toMatchObject({ status: 200 })
    await ask(mock, 'POST', SERVICES, named('web'))
    const changed = await read({ 'If-None-Match': tag })
    expect(changed.status).toBe(200)
    expect(changed.headers.etag).not.toBe(tag)
  })

  test('are absent by default, and If-Match says nothing', async () => {
    const mock = await withGaps({})
    const read = await ask(mock, 'GET', CONTACTS, { as: 'owner', headers: { 'If-None-Match': '*' } })
    expect(read.status).toBe(200)
    expect(read.headers).not.toHaveProperty('etag')
    const json = { technicalEmail: 'tech@acme.example' }
    const headers = { 'If-Match': '"other"' }
    expect(await ask(mock, 'PATCH', CONTACTS, { as: 'owner', json, headers })).toMatchObject({ status: 200 })
  })

  test('keep a write from what has changed since, where If-Match counts', async () => {
    const mock = await withGaps({ 'general.etag': 'present', 'general.if-match': 'refuse-412' })
    const tag = (await ask(mock, 'GET', CONTACTS, { as: 'owner' })).headers.etag ?? ''
    const write = (technicalEmail: string, as = 'owner') =>
      ask(mock, 'PATCH', CONTACTS, { as, json: { technicalEmail }, headers: { 'If-Match': tag } })
    expect(await write('one@acme.example')).toMatchObject({ status: 200 })
    expect(await write('two@acme.example')).toMatchObject({
      status: 412,
      headers: { 'x-understudy-gaps': 'general.if-match' },
    })
    expect(await ask(mock, 'GET', CONTACTS, { as: 'owner' })).toMatchObject({
      body: { technicalEmail: 'one@acme.example' },
    })
    expect(await write('two@acme.example', 'member'), 'refused for another reason').toMatchObject({ status: 403 })
    const any = { as: 'owner', json: { technicalEmail: 'two@acme.example' }, headers: { 'If-Match': '*' } }
    expect(await ask(mock, 'PATCH', CONTACTS, any)).toMatchObject({ status: 200 })
    const unreadable = await ask(mock, 'POST', '/api/v1/tokens', named('one', { 'If-Match': '*' }))
    expect(unreadable).toMatchObject({ status: 201 })
  })
})

describe('an Idempotency-Key', () => {
  const key = { 'Idempotency-Key': 'k1' }
  const tokens = '/api/v1/tokens'

  test('says nothing by default', async () => {
    const mock = await withGaps({})
    const [first, second] = [
      await ask(mock, 'POST', tokens, named('one', key)),
      await ask(mock, 'POST', tokens, named('one', key)),
    ]
    expect(second.body).not.toEqual(first.body)
  })

  test('repeats the first answer where it counts, to the same caller and in the same world', async () => {
    const mock = await withGaps({ 'general.idempotency-keys': 'honour' })
    const first = await ask(mock, 'POST', tokens, named('one', key))
    expect(await ask(mock, 'POST', tokens, named('one', key))).toEqual({
      ...first,
      headers: { ...first.headers, date: expect.any(String) },
    })
    const list = (await ask(mock, 'GET', tokens, { as: 'owner' })).body as { tokens: unknown[] }
    expect(list.tokens).toHaveLength(1)
    const others = [
      await ask(mock, 'POST', tokens, { ...named('one', key), as: 'admin' }),
      await ask(mock, 'POST', tokens, named('one', { 'Idempotency-Key': 'k2' })),
    ]
    for (const other of others) expect(other.body).not.toEqual(first.body)
    mock.reset()
    await ask(mock, 'POST', tokens, named('one', key))
    expect((await ask(mock, 'GET', tokens, { as: 'owner' })).body).toMatchObject({ tokens: [{ name: 'one' }] })
  })
})

describe('the acting organization', () => {
  const actor = (organization: string, key: string) => ({
    role: 'owner',
    organization,
    user: 'usr_both',
    headers: { Authorization: `Bearer ${key}` },
  })
  const start = (gaps: Record<string, Json>) =>
    startedMock({
      seed: 'small',
      profile: { ...EMPTY_PROFILE, gaps, actors: { here: actor('acme', 'k1'), there: actor('globex', 'k2') } },
    })

  test('has idempotency keys of its own', async () => {
    const gaps = { 'general.acting-organization': 'header', 'general.idempotency-keys': 'honour' }
    const mock = await start(gaps)
    const make = (organization: string) =>
      ask(mock, 'POST', '/api/v1/uptime/services', {
        as: 'k1',
        json: { name: `of ${organization}` },
        headers: { 'X-Organization': organization, 'Idempotency-Key': 'same' },
      })
    expect(await make('acme')).toMatchObject({ status: 201, body: { name: 'of acme' } })
    expect(await make('globex')).toMatchObject({ status: 201, body: { name: 'of globex' } })
  })

  test('is asked for by a header, where a header chooses it', async () => {
    const mock = await start({ 'general.acting-organization': 'header', 'general.organization-header': 'X-Org' })
    const org = async (headers: Record<string, string> = {}) =>
      ask(mock, 'GET', '/api/v1/uptime/ping', { as: 'k1', headers })
    expect(await org()).toMatchObject({ body: { org: 'acme' } })
    expect(await org({ 'X-Org': 'globex' })).toMatchObject({ body: { org: 'globex' } })
    expect(await org({ 'X-Org': 'elsewhere' })).toMatchObject({
      status: 403,
      headers: { 'x-understudy-rules': 'general.membership-needed' },
    })
    expect(await org({ 'X-Organization': 'globex' })).toMatchObject({ body: { org: 'acme' } })
  })
})
