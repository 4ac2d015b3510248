import { describe, expect, test } from 'vitest'
import { buildPath } from '../../../src/contract/routes.ts'
import { makeNodeMock } from '../../../stateful-mock/node/node-mock.ts'
import type { Sandbox } from '../../../stateful-mock/sandboxes/mock.ts'
import { answerIn } from '../../../stateful-mock/server/answer-in-sandbox.ts'
import { worldView } from '../../../stateful-mock/views/world-view.ts'
import { ask, NINE, profileWith, startedMock } from '../support.ts'
import { tour } from '../tour.ts'

const SERVICES = '/api/v1/uptime/services'
const JOURNAL = '/_understudy/journal'
const UNDO = `${JOURNAL}/undo`

type Mock = Parameters<typeof ask>[0]
const add = (mock: Mock, name: string) => ask(mock, 'POST', SERVICES, { as: 'owner', json: { name } })
const names = async (mock: Mock): Promise<string[]> => {
  const { body } = await ask(mock, 'GET', SERVICES, { as: 'owner' })
  return (body as { services: { name: string }[] }).services.map(({ name }) => name).toSorted()
}
interface Journal {
  readonly entries: readonly { readonly kind: string; readonly action: number }[]
  readonly last: number
}

const undo = (mock: Mock, json: unknown) => ask(mock, 'POST', UNDO, { json })
const world = async (mock: Mock) => (await ask(mock, 'GET', '/_understudy/world')).body

describe('the journal', () => {
  test('holds what changed the world, and nothing else', async () => {
    const mock = await startedMock()
    const { body: made } = await add(mock, 'first')
    const { id } = made as { id: string }
    await ask(mock, 'GET', SERVICES, { as: 'owner' })
    await ask(mock, 'POST', SERVICES, { as: 'owner', json: {} })
    await ask(mock, 'PUT', '/_understudy/gaps/general.unknown-path-status', { json: { value: 400 } })
    await ask(mock, 'POST', '/_understudy/clock/advance', { json: { by: 'PT1H' } })
    await ask(mock, 'POST', '/_understudy/events/payment-method-changes', {
      json: { organization: 'acme', active: true },
    })
    const { body } = await ask(mock, 'GET', `${JOURNAL}/entries`)
    const { entries, last } = body as { entries: { kind: string }[]; last: number }
    expect(entries[0]).toMatchObject({
      entry: 1,
      at: NINE,
      kind: 'request',
      name: 'createUptimeService',
      actor: 'owner',
      status: 201,
      changed: expect.arrayContaining([{ entity: 'UptimeService', id, change: 'created' }]),
    })
    expect(entries[1]).toEqual({
      entry: 2,
      action: 2,
      at: NINE,
      kind: 'gap',
      name: 'general.unknown-path-status',
      rules: [],
      gaps: [],
      changed: [],
    })
    expect(entries.map(({ kind }) => kind)).toEqual(['request', 'gap', 'clock', 'event'])
    expect(last).toBe(entries.length)
    expect((await ask(mock, 'GET', `${JOURNAL}/entries?from=2&limit=1`)).body).toEqual({ entries: [entries[1]], last })
    expect((await ask(mock, 'GET', `${JOURNAL}/entries/1`)).body).toEqual({
      ...entries[0],
      input: { method: 'POST', path: SERVICES, body: { name: 'first' } },
      answer: { status: 201, body: made },
    })
  })

  test.each([
    ['GET', '/entries/1', undefined, 404, 'there is no entry 1 in the journal'],
    ['GET', '/entries/one', undefined, 400, 'one is not the number of an entry'],
    ['GET', '/entries/0/world', undefined, 400, '0 is not the number of an entry'],
    ['GET', '/entries/7/world', undefined, 404, 'there is no entry 7 in the journal'],
    ['GET', '/entries?from=0', undefined, 400, 'from must be >= 1'],
    ['POST', '/undo', {}, 400, expect.any(String)],
    ['POST', '/undo', { entries: 1 }, 409, 'the journal has 0 entries, so 1 cannot be undone'],
    ['POST', '/undo', { toEntry: 3 }, 404, 'there is no entry 3 in the journal'],
    ['POST', '/undo', { toMark: 'x' }, 404, 'there is no mark named x'],
    ['POST', '/marks', { note: 'x' }, 400, 'name is required'],
  ])('%s %s with %j is refused', async (method, path, json, status, error) => {
    const mock = await startedMock()
    expect(await ask(mock, method, JOURNAL + path, { ...(json && { json }) })).toMatchObject({
      status,
      body: { error },
    })
  })
})

describe('undo', () => {
  test('goes back by a number, to an entry and to a mark; the next answers are those of then', async () => {
    const mock = await startedMock()
    await add(mock, 'one')
    expect(await ask(mock, 'POST', `${JOURNAL}/marks`, { json: { name: 'here', note: 'one is there' } })).toMatchObject(
      {
        status: 201,
        body: { name: 'here', entry: 1, note: 'one is there' },
      },
    )
    expect(await ask(mock, 'POST', `${JOURNAL}/marks`, { json: { name: 'here' } })).toMatchObject({
      status: 409,
      body: { error: 'a mark named here already exists' },
    })
    const then = await add(mock, 'two')
    await add(mock, 'three')
    expect((await undo(mock, { entries: 1 })).body).toEqual({ last: 2, undone: 1, now: NINE })
    expect(await names(mock)).toEqual(['one', 'two'])
    expect((await undo(mock, { toMark: 'here' })).body).toEqual({ last: 1, undone: 1, now: NINE })
    expect((await add(mock, 'two')).body).toEqual(then.body)
    expect((await undo(mock, { toEntry: 0 })).body).toEqual({ last: 0, undone: 2, now: NINE })
    expect(await names(mock)).toEqual([])
    expect((await ask(mock, 'GET', `${JOURNAL}/marks`)).body).toEqual({ marks: [] })
  })

  test('undoes an action with all that it led to, and not what was done before it', async () => {
    const mock = await startedMock({ seed: 'acme' })
    const made = await add(mock, 'first')
    expect(made.headers['x-understudy-entry']).toBe('1')
    const before = await world(mock)
    await ask(mock, 'POST', '/_understudy/clock/advance', { json: { by: 'P1D' } })
    const { entries, last } = (await ask(mock, 'GET', `${JOURNAL}/entries?limit=1000`)).body as Journal
    // What fell due and the move of the clock are one action, whichever of them is asked for.
    expect(entries.filter(({ kind }) => kind === 'timer').length).toBeGreaterThan(5)
    expect(entries.at(-1)).toMatchObject({ kind: 'clock', action: 2 })
    expect(new Set(entries.slice(1).map(({ action }) => action))).toEqual(new Set([2]))
    const inTheMiddle = (await ask(mock, 'GET', `${JOURNAL}/entries?from=4&limit=2`)).body as Journal
    expect(inTheMiddle.entries.map(({ action }) => action)).toEqual([2, 2])

    expect((await undo(mock, { actions: 1 })).body).toEqual({ last: 1, undone: last - 1, now: NINE })
    expect(await world(mock)).toEqual(before)
    await ask(mock, 'POST', '/_understudy/clock/advance', { json: { by: 'P1D' } })
    expect((await undo(mock, { action: 5 })).body).toMatchObject({ last: 1 })
    expect(await world(mock)).toEqual(before)

    await ask(mock, 'POST', '/_understudy/clock/advance', { json: { by: 'PT1H' } })
    await add(mock, 'second')
    expect((await undo(mock, { actions: 2 })).body).toMatchObject({ last: 1 })
    expect((await undo(mock, { actions: 2 })).body).toEqual({
      error: 'the journal has 1 actions, so 2 cannot be undone',
    })
    expect((await undo(mock, { action: 9 })).status).toBe(404)
  })

  test('what falls due by itself goes with the action before it', async () => {
    let real = Date.parse(NINE)
    const mock = await startedMock({ seed: 'acme', clock: 'real', realNow: () => real })
    await add(mock, 'first')
    real += 3_600_000
    const { entries } = (await ask(mock, 'GET', `${JOURNAL}/entries`)).body as Journal
    expect(entries.at(-1)?.kind).toBe('timer')
    expect((await undo(mock, { actions: 1 })).body).toMatchObject({ last: 0 })
  })

  test('takes the clock and the gaps back too', async () => {
    const mock = await startedMock()
    const before = await world(mock)
    await ask(mock, 'PUT', '/_understudy/gaps/general.unknown-path-status', { json: { value: 400 } })
    await ask(mock, 'POST', '/_understudy/clock/advance', { json: { by: 'P3D' } })
    await ask(mock, 'PUT', '/_understudy/clock', { json: { mode: 'real' } })
    const { body } = await undo(mock, { toEntry: 0 })
    expect(body).toMatchObject({ last: 0, now: NINE })
    expect(await world(mock)).toEqual(before)
    expect(await ask(mock, 'GET', '/nothing')).toMatchObject({ status: 404 })
  })
})

test('what cannot be written down has not happened', async () => {
  const { defaultSandbox } = makeNodeMock({ seed: 'small', clock: { frozenAt: NINE } }).sandboxes
  const before = defaultSandbox.holder.state
  defaultSandbox.holder.connectSink({
    appended: () => {
      throw new Error('the disk is full')
    },
    undone: () => {},
    marked: () => {},
    packed: () => {},
    folded: () => {},
  })
  expect(() => defaultSandbox.holder.setGap('general.head', 'wrong-method')).toThrow('the disk is full')
  expect(() => defaultSandbox.holder.advanceTo(Date.parse(NINE) + 86_400_000)).toThrow('the disk is full')
  expect([defaultSandbox.holder.state, defaultSandbox.holder.entries]).toEqual([before, 0])
})

test('an answer that is repeated for its key is forgotten with the write that was undone', async () => {
  const mock = await startedMock({ profile: profileWith({ 'general.idempotency-keys': 'honour' }) })
  const headers = { 'Idempotency-Key': 'k1' }
  const make = () => ask(mock, 'POST', SERVICES, { as: 'owner', json: { name: 'once' }, headers })
  const first = await make()
  expect((await make()).body).toEqual(first.body)
  expect(await names(mock)).toEqual(['once'])
  await undo(mock, { entries: 1 })
  expect((await make()).body).toEqual(first.body)
  expect(await names(mock)).toEqual(['once'])
})

test('the world as it was can be looked at and imported', async () => {
  const mock = await startedMock()
  await add(mock, 'one')
  const then = await world(mock)
  await add(mock, 'two')
  const { body } = await ask(mock, 'GET', `${JOURNAL}/entries/1/world`)
  expect(body).toEqual(then)
  expect(await ask(mock, 'PUT', '/_understudy/world', { json: body })).toMatchObject({ status: 204 })
  expect(await names(mock)).toEqual(['one'])
  expect(await ask(mock, 'GET', `${JOURNAL}/entries`)).toMatchObject({ body: { entries: [], last: 0 } })
})

test('a journal of every operation, many events and timers leads to the same world again', async () => {
  const mock = await startedMock()
  await tour(guideOf(mock))
  const { last } = (await ask(mock, 'GET', `${JOURNAL}/entries?limit=1`)).body as { last: number }
  expect(last).toBeGreaterThan(120)
  expect((await ask(mock, 'GET', `${JOURNAL}/entries/${last}/world`)).body).toEqual(await world(mock))
  const { entries } = (await ask(mock, 'GET', `${JOURNAL}/entries?limit=1000`)).body as { entries: { kind: string }[] }
  expect(new Set(entries.map(({ kind }) => kind))).toEqual(new Set(['request', 'event', 'timer', 'clock', 'gap']))
})

test('a long journal, packed, finds every point again and can be undone anywhere', async () => {
  const { defaultSandbox } = makeNodeMock({ seed: 'small', clock: { frozenAt: NINE } }).sandboxes
  const seen = new Map<number, string>()
  const shown = (sandbox: Sandbox) => JSON.stringify(worldView(sandbox, sandbox.holder.state, sandbox.holder.entries))
  const more = (count: number) => {
    for (let number = 0; number < count; number++) {
      const body = new TextEncoder().encode(
        JSON.stringify({ name: `service ${defaultSandbox.holder.entries} ${number}` }),
      )
      const headers = { authorization: 'Bearer owner', 'content-type': 'application/json' }
      expect(answerIn(defaultSandbox, { method: 'POST', target: SERVICES, headers, body }).status).toBe(201)
      const { entries } = defaultSandbox.holder
      if (entries % 97 === 0 || entries % 256 < 2) seen.set(entries, shown(defaultSandbox))
    }
  }
  const check = () => {
    for (const [entry, text] of seen)
      expect(JSON.stringify(worldView(defaultSandbox, defaultSandbox.holder.journal.stateAt(entry), entry))).toBe(text)
  }
  more(1_300)
  await new Promise((resolve) => setTimeout(resolve, 50))
  check()
  for (const last of [1_024, 700, 512, 513]) {
    if (last > defaultSandbox.holder.entries) continue
    defaultSandbox.holder.undoTo(last)
    for (const entry of [...seen.keys()]) if (entry > last) seen.delete(entry)
    expect(defaultSandbox.holder.entries).toBe(last)
    check()
    more(40)
    check()
  }
})

function guideOf(mock: Mock): Parameters<typeof tour>[0] {
  const ok = async (method: string, path: string, as: string | null, json?: unknown) => {
    const response = await fetch(mock.url + path, {
      method,
      headers: { 'Content-Type': 'application/json', ...(as !== null && { Authorization: `Bearer ${as}` }) },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    })
    const text = await response.text()
    expect(response.status, `${method} ${path} ${text}`).toBeLessThan(300)
    return response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text
  }
  return {
    ok: (id, { path = {}, query, body, as = 'owner' } = {}) => {
      const operation = mock.contract.operation(id)
      const search = query ? `?${new URLSearchParams(query)}` : ''
      return ok(operation.method, buildPath(operation, path) + search, as, body)
    },
    happens: (event, json) => ok('POST', `/_understudy/events/${event}`, null, json),
    advance: (by) => ok('POST', '/_understudy/clock/advance', null, { by }),
    setGap: (gap, value) => ok('PUT', `/_understudy/gaps/${gap}`, null, { value }),
  }
}
