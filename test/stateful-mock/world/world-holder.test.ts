import { expect, test } from 'vitest'
import { everyRow, type Row, type Table } from '../../../src/model/table/table.ts'
import type { World } from '../../../src/model/world/world.ts'
import { makeNodeMock } from '../../../stateful-mock/node/node-mock.ts'
import type { Sandbox } from '../../../stateful-mock/sandboxes/mock.ts'
import { answerIn } from '../../../stateful-mock/server/answer-in-sandbox.ts'

const SERVICES = '/api/v1/uptime/services'

/** A sandbox, and requests to it without a server around. */
function alone() {
  const mock = makeNodeMock({ seed: 'small', clock: { frozenAt: '2026-03-05T09:00:00Z' } })
  const { defaultSandbox } = mock.sandboxes
  const ask = (method: string, target: string, json?: unknown) => send(defaultSandbox, method, target, json)
  return { holder: defaultSandbox.holder, ask }
}

function send(sandbox: Sandbox, method: string, target: string, json?: unknown) {
  const headers = { authorization: 'Bearer owner', 'content-type': 'application/json' }
  const body = json === undefined ? new Uint8Array() : Buffer.from(JSON.stringify(json))
  const answer = answerIn(sandbox, { method, target, headers, body })
  return { status: answer.status, body: answer.body === undefined ? undefined : JSON.parse(answer.body) }
}

/** Everything in a world, as a text. */
function written({ serial, tables }: World): string {
  const rows = Object.entries(tables as unknown as Record<string, Table<Row>>).map(([name, table]) => [
    name,
    [...everyRow(table)],
    [...table.order.values()].map(({ id }) => id),
  ])
  return JSON.stringify([serial, rows])
}

test('a world that somebody holds stays as it is, whatever is asked for afterwards', () => {
  const { holder, ask } = alone()
  const held: { readonly world: World; readonly text: string }[] = []
  const ids: string[] = []
  for (let turn = 0; turn < 300; turn++) {
    // Held now by one door, now by another, and sometimes not for long.
    const world = [() => holder.world, () => holder.state.world, () => holder.fork().state.world][turn % 7]?.()
    if (world) held.push({ world, text: written(world) })
    const made = ask('POST', SERVICES, { name: `service ${turn}` })
    expect(made.status).toBe(201)
    ids.push(made.body.id)
    const [oldest = ''] = ids
    if (turn % 3 === 0) expect(ask('PATCH', `${SERVICES}/${oldest}`, { name: `renamed ${turn}` }).status).toBe(200)
    if (turn % 5 === 0) expect(ask('DELETE', `${SERVICES}/${ids.shift()}`).status).toBe(204)
  }
  expect(held.length).toBeGreaterThan(100)
  for (const { world, text } of held) expect(written(world)).toBe(text)
})

test('rows that somebody is going through stay as they are', () => {
  const { holder, ask } = alone()
  for (let turn = 0; turn < 50; turn++) ask('POST', SERVICES, { name: `service ${turn}` })
  const walk = everyRow(holder.lastGlance.tables.UptimeService)
  const seen = [walk.next().value?.name]
  for (let turn = 50; turn < 100; turn++) ask('POST', SERVICES, { name: `service ${turn}` })
  seen.push(...[...walk].map(({ name }) => name))
  expect(new Set(seen).size).toBe(50)
  expect(ask('GET', SERVICES).body.services).toHaveLength(100)
})

test('a request that cannot be written down has not happened', () => {
  const { holder, ask } = alone()
  for (let turn = 0; turn < 20; turn++) ask('POST', SERVICES, { name: `service ${turn}` })
  const before = written(holder.lastGlance)
  let full = true
  holder.connectSink({
    appended() {
      if (full) throw new Error('no room')
    },
    undone() {},
    marked() {},
    packed() {},
    folded() {},
  })
  expect(() => ask('POST', SERVICES, { name: 'too much' })).toThrow('no room')
  expect(written(holder.world)).toBe(before)
  full = false
  expect(ask('POST', SERVICES, { name: 'too much' }).status).toBe(201)
  expect(ask('GET', SERVICES).body.services).toHaveLength(21)
})
