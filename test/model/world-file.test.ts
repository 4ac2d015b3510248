import { expect, test } from 'vitest'
import { ROW_SHAPES } from '../../src/model/generated/row-shapes.ts'
import { acme } from '../../src/model/seeds/acme/index.ts'
import { savedSeed } from '../../src/model/seeds/saved.ts'
import type { Shape } from '../../src/model/world/row-shape.ts'
import { worldFromJson, worldToJson } from '../../src/model/world-file.ts'
import { asked, grown } from './seeds/support.ts'

const world = grown(acme)
const written = () =>
  JSON.parse(
    JSON.stringify(worldToJson(world, { clock: 'frozen', actors: acme.actors, gaps: { 'oncall.until': 'own-end' } })),
  )

test('a world that was saved and read back is the same world', () => {
  const read = worldFromJson(written())
  if ('error' in read) throw new Error(read.error)
  expect(read.actors).toEqual(acme.actors)
  expect(read.gaps).toEqual({ 'oncall.until': 'own-end' })
  const again = worldToJson(read.world, { clock: 'frozen', actors: read.actors, gaps: read.gaps })
  expect(JSON.parse(JSON.stringify(again))).toEqual(written())
  for (const id of ['listIncidents', 'listMessages', 'listClusters', 'listMonitors', 'listRegistries'] as const)
    expect(asked(read.world, id, 'owner')).toEqual(asked(world, id, 'owner'))
})

test('a saved world is a seed: it goes on from where it was', () => {
  const seed = savedSeed('mine.json', written())
  if ('error' in seed) throw new Error(seed.error)
  const later = grown(seed, world.nowMs + 3_600_000)
  expect(later.nowMs).toBe(world.nowMs)
  expect(asked(later, 'listTokens', 'admin')).toEqual(asked(world, 'listTokens', 'admin'))
})

test.each([
  [7, 'it is not a JSON object'],
  [{ ...written(), format: 'other/1' }, 'its format is not understudy-world/1'],
  [{ ...written(), version: '0' }, 'it was saved by version 0 of the model, and this is 1'],
  [{ ...written(), clock: { mode: 'real', now: 'noon' } }, 'its clock shows no instant'],
  [{ ...written(), state: undefined }, 'it has no state'],
  [{ ...written(), state: { serial: 1 } }, 'its state has no tables'],
  [{ ...written(), state: { serial: 1, tables: { Unicorn: [] } } }, 'the model has no table Unicorn'],
  [{ ...written(), state: { serial: 1, tables: { User: {} } } }, 'its table User is not a list'],
  [
    { ...written(), state: { serial: 1, tables: { User: [{ id: 'a' }] } } },
    'row 1 of its table User lacks id, org or seq',
  ],
  [
    { ...written(), state: { serial: 1, tables: {}, actors: { owner: { credential: 'o' } } } },
    'its actor owner lacks organization',
  ],
])('what is not a world is told in one sentence (%#)', (json, error) => {
  expect(worldFromJson(json)).toEqual({ error })
  expect(savedSeed('x.json', json)).toEqual({ error: `x.json is not a saved world: ${error}.` })
})

test('fields that nobody knows do no harm', () => {
  expect(worldFromJson({ ...written(), note: 'mine' })).not.toHaveProperty('error')
})

test('a row that lacks a field, or has another kind of value in it, is named', () => {
  const file = written()
  const tables: Record<string, Record<string, unknown>[]> = file.state.tables
  const errorWith = (table: string, row: object) =>
    worldFromJson({ ...file, state: { ...file.state, tables: { [table]: [row] } } })
  for (const [table, [row = {}]] of Object.entries(tables))
    for (const field of Object.keys(row)) {
      const { [field]: _, ...without } = row
      const other = errorWith(table, { ...row, [field]: null })
      expect(other, `${table}.${field}`).toEqual({ error: expect.stringMatching(/^row 1 of its table /) })
      const lacking = errorWith(table, without)
      const isOptional = !('error' in lacking)
      const shape = (ROW_SHAPES as Record<string, Record<string, Shape>>)[table]?.[field]
      expect(isOptional, `${table}.${field}`).toBe(Array.isArray(shape) && shape[0] === 'optional')
    }
})

test('what is inside a row counts too', () => {
  const file = written()
  const [schedule] = file.state.tables.OncallSchedule
  const handoff = { ...schedule.handoff, time: 9 }
  const tables = { ...file.state.tables, OncallSchedule: [{ ...schedule, handoff }] }
  expect(worldFromJson({ ...file, state: { ...file.state, tables } })).toEqual({
    error: 'row 1 of its table OncallSchedule: handoff.time is not a string',
  })
})
