import { expect, test } from 'vitest'
import { ask, startedMock } from '../support.ts'

interface Saved {
  readonly clock: { mode: string; now: string }
  readonly state: { readonly actors: Record<string, unknown>; readonly tables: Record<string, unknown[]> }
}

const due = (more: object) => ({ id: 'd1', org: '*', seq: 1, timer: 'none', atMs: 0, data: {}, ...more })

test.each<[string, (world: Saved) => unknown]>([
  ['a timer that the model does not have', ({ state }) => Object.assign(state.tables, { Due: [due({})] })],
  [
    'a timer that every object has',
    ({ state }) => Object.assign(state.tables, { Due: [due({ timer: 'constructor' })] }),
  ],
  ['a timer without a time', ({ state }) => Object.assign(state.tables, { Due: [due({ atMs: 'soon' })] })],
  [
    'a timer about nothing',
    ({ state }) => Object.assign(state.tables, { Due: [due({ timer: 'emailDelivery', data: null })] }),
  ],
  ['an actor that is none', ({ state }) => Object.assign(state.actors, { owner: { credential: 'x' } })],
  ['a user that is no row', ({ state }) => Object.assign(state.tables, { User: [{ id: 1 }] })],
])('a world with %s is refused in one sentence', async (_, spoil) => {
  const mock = await startedMock()
  const world = (await ask(mock, 'GET', '/_understudy/world')).body as Saved
  world.clock.mode = 'real'
  spoil(world)
  const { status, body } = await ask(mock, 'PUT', '/_understudy/world', { json: world })
  expect([400, 409]).toContain(status)
  expect(body).toEqual({ error: expect.not.stringContaining('itself has failed') })
})
