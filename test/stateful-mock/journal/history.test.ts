import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { makeNodeMock } from '../../../stateful-mock/node/node-mock.ts'
import type { Mock } from '../../../stateful-mock/sandboxes/mock.ts'
import { answerRequest } from '../../../stateful-mock/server/answer-request.ts'
import { NINE } from '../support.ts'

const SERVICES = '/api/v1/uptime/services'
const JOURNAL = '/_understudy/journal'
/** About fifteen hundred entries. */
const LITTLE = { seed: 'small', clock: { frozenAt: NINE }, historyMegabytes: 0.02 } as const

type Asked = (method: string, target: string, json?: unknown) => Promise<{ status: number; body: Body }>
type Body = Record<string, never> & {
  readonly id: string
  readonly error: string
  readonly first: number
  readonly last: number
  readonly entries: readonly { readonly entry: number }[]
  readonly services: readonly { readonly id: string; readonly name: string }[]
}

const askIn =
  (mock: Mock): Asked =>
  async (method, target, json) => {
    const headers = { host: 'localhost', authorization: 'Bearer owner', 'content-type': 'application/json' }
    const body = new TextEncoder().encode(json === undefined ? '' : JSON.stringify(json))
    const answer = await answerRequest(mock, { method, target, headers, body }).answer
    return { status: answer.status, body: answer.body === undefined ? {} : JSON.parse(answer.body) }
  }

/** Makes and deletes services, so that few are there at a time. Answers which were there after each entry. */
async function churn(ask: Asked, entries: number, named = 'service'): Promise<Map<number, readonly string[]>> {
  const there = new Map<number, readonly string[]>()
  const present = [...(await ask('GET', SERVICES)).body.services]
  const { last } = (await ask('GET', `${JOURNAL}/entries?limit=1`)).body
  for (let entry = last + 1; entry <= last + entries; entry++) {
    const oldest = present.length > 3 ? present.shift() : undefined
    const name = `${named} ${entry}`
    if (oldest) await ask('DELETE', `${SERVICES}/${oldest.id}`)
    else present.push({ id: (await ask('POST', SERVICES, { name })).body.id, name })
    there.set(
      entry,
      present.map((one) => one.name),
    )
  }
  return there
}

const namesIn = async (ask: Asked, sandbox = 'default'): Promise<string[]> =>
  (await ask('GET', `/sandboxes/${sandbox}${SERVICES}`)).body.services.map(({ name }) => name)

test('what is beyond the bound is folded into the start, and every answer about the past says how far it goes', async () => {
  const mock = makeNodeMock(LITTLE)
  const ask = askIn(mock)
  await ask('POST', `${JOURNAL}/marks`, { name: 'the start' })
  const there = await churn(ask, 3_500)
  const { first, last, entries } = (await ask('GET', `${JOURNAL}/entries?limit=2`)).body
  expect(last).toBe(3_500)
  expect(first).toBeGreaterThan(1_024)
  expect(first).toBeLessThan(2_500)
  expect(entries.map(({ entry }) => entry)).toEqual([first, first + 1])

  const reach = first - 1
  const error = `the journal goes back to entry ${reach}; what was before is folded into its start (see serve --history)`
  const refused = async (status: number, ...asked: Parameters<Asked>) =>
    expect(await ask(...asked)).toEqual({ status, body: { error } })
  await refused(404, 'GET', `${JOURNAL}/entries/${reach}`)
  await refused(404, 'GET', `${JOURNAL}/entries/${reach - 1}/world`)
  await refused(404, 'POST', '/_understudy/sandboxes/default/fork', { name: 'past', entry: reach - 1 })
  await refused(404, 'GET', `/_understudy/comparison?fromEntry=${reach - 1}`)
  await refused(404, 'POST', '/_understudy/rehearsals', {
    steps: [{ operation: 'listUptimeServices' }],
    entry: reach - 1,
  })
  await refused(409, 'POST', `${JOURNAL}/undo`, { toEntry: reach - 1 })
  await refused(409, 'POST', `${JOURNAL}/undo`, { toMark: 'the start' })
  await refused(409, 'POST', `${JOURNAL}/scenario`, { name: 'all-of-it' })

  expect((await ask('GET', '/_understudy/comparison')).status).toBe(200)
  expect((await ask('GET', `${JOURNAL}/entries/${first}`)).body).toMatchObject({ entry: first })
  await ask('POST', '/_understudy/sandboxes/default/fork', { name: 'past', entry: reach })
  expect(await namesIn(ask, 'past')).toEqual(there.get(reach))
  expect((await ask('POST', `${JOURNAL}/undo`, { actions: 7 })).body).toMatchObject({ last: 3_493, first })
  for (const toEntry of [first + 700, first, reach]) {
    expect((await ask('POST', `${JOURNAL}/undo`, { toEntry })).body).toMatchObject({ last: toEntry, first })
    expect(await namesIn(ask)).toEqual(there.get(toEntry))
  }
  await churn(ask, 300, 'anew')
  expect((await ask('GET', `${JOURNAL}/entries`)).body).toMatchObject({ first, last: reach + 300 })
})

test('a data file is compacted as far, and goes on as it was', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const options = { ...LITTLE, data: join(folder, 'worlds.db') }
  const rowsOf = (database: DatabaseSync, table: string): number =>
    Number(database.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.count)
  let mock = makeNodeMock(options)
  let ask = askIn(mock)
  const again = () => {
    mock.close()
    mock = makeNodeMock(options)
    ask = askIn(mock)
  }
  const there = await churn(ask, 700)
  // Its branch begins in the middle of what is packed, and keeps what it needs of the other.
  await ask('POST', '/_understudy/sandboxes/default/fork', { name: 'fork', entry: 300 })
  for (const [entry, names] of await churn(ask, 2_500, 'later')) there.set(entry, names)
  again()
  expect(await namesIn(ask)).toEqual(there.get(3_200))
  expect(await namesIn(ask, 'fork')).toEqual(there.get(300))
  const { first } = (await ask('GET', `${JOURNAL}/entries`)).body
  expect(first).toBeGreaterThan(1_024)
  const before = (await ask('GET', `${JOURNAL}/entries?from=${first + 100}&limit=3`)).body

  await ask('POST', `${JOURNAL}/undo`, { toEntry: 2_700 })
  again()
  expect(await namesIn(ask)).toEqual(there.get(2_700))
  expect((await ask('GET', `${JOURNAL}/entries?from=${first + 100}&limit=3`)).body).toEqual({ ...before, last: 2_700 })
  await ask('POST', `${JOURNAL}/undo`, { toEntry: first + 10 })
  expect(await namesIn(ask)).toEqual(there.get(first + 10))

  await ask('DELETE', '/_understudy/sandboxes/fork')
  await churn(ask, 2_500, 'anew')
  mock.close()
  const database = new DatabaseSync(options.data, { readOnly: true })
  expect(rowsOf(database, 'entry')).toBeLessThan(512)
  expect(rowsOf(database, 'packed')).toBeLessThan(10)
  expect(rowsOf(database, 'branch')).toBe(1)
  database.close()
})
