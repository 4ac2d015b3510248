import { describe, expect, test } from 'vitest'
import { INFLUENCED_OPERATIONS } from '../../../src/contract/generated/area-facts.ts'
import type { OperationId } from '../../../src/model/request/operation-types.ts'
import { acme } from '../../../src/model/seeds/acme/index.ts'
import { keyOf, type Row, type Table } from '../../../src/model/table/table.ts'
import { hasTable, type World } from '../../../src/model/world/world.ts'
import { grown, rowsOf } from '../seeds/support.ts'
import { contract, makeModel, type Options } from '../support.ts'

const ACME = grown(acme)
const OPERATIONS: readonly OperationId[] = INFLUENCED_OPERATIONS['general.repeat-delete']

function makeAcme(gap: 'accept' | 'unknown', options: Options = {}) {
  const model = makeModel({ gaps: { 'general.repeat-delete': gap, ...options.gaps } })
  model.seed(() => ACME)
  for (const name of ['spare', 'another']) spareThings(model, name)
  const remove = (id: OperationId, parameters: Readonly<Record<string, string>>, who = 'owner') =>
    model.call(id, who, { parameters })
  return { ...model, world: () => model.world, remove }
}

/** What acme has none of that could be deleted: everything there is in use. */
function spareThings({ call }: ReturnType<typeof makeModel>, name: string): void {
  const body = { name, repeat: 0, steps: [{ target: { kind: 'user', id: 'usr_ada', label: 'Ada' }, waitSeconds: 60 }] }
  const made = [
    call('createEscalationPolicy', 'owner', { body }),
    call('createSchedule', 'owner', {
      body: {
        name,
        timezone: 'UTC',
        participants: [{ userId: 'usr_ada', label: 'Ada' }],
        handoff: { interval: 'daily', time: '09:00' },
      },
    }),
    call('createUptimeService', 'owner', { body: { name } }),
    call('createDomain', 'owner', { body: { name: `${name}.example` } }),
    call('createRegistry', 'owner', { body: { slug: `${name}-apps` } }),
    call('createWebhook', 'owner', { body: { url: 'https://hooks.example/', eventTypes: ['message.sent'] } }),
  ]
  expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201])
}

/** Each thing of an organization that the path of an operation can name, newest first. */
function named(world: World, id: OperationId, org: string): Record<string, string>[] {
  const path = contract.operation(id).parameters.filter((parameter) => parameter.in === 'path')
  const entity = path.at(-1)?.names ?? ''
  if (!hasTable(world, entity)) throw new Error(`${id} names nothing that is kept`)
  const keys = rowsOf(world, entity, org)
    .toReversed()
    .map((row) => keyOf<Row>(world.tables[entity] as Table<Row>, row))
  return keys.map(([, ...parts]) => Object.fromEntries(path.map(({ name }, place) => [name, parts[place] ?? ''])))
}

/** Deletes the first thing that can be. */
function deletedOne({ remove, world }: ReturnType<typeof makeAcme>, id: OperationId): Record<string, string> {
  const gone = named(world(), id, 'acme').find((parameters) => remove(id, parameters).status < 300)
  if (!gone) throw new Error(`acme has nothing for ${id}`)
  return gone
}

describe.each(OPERATIONS)('%s a second time', (id) => {
  test('is answered like the first time where that is chosen, and changes nothing', () => {
    const model = makeAcme('accept')
    const gone = deletedOne(model, id)
    const again = model.remove(id, gone)
    expect(again.status).toBe(contract.operation(id).success.status)
    expect(again.outcome).toMatchObject({ changes: [], gaps: expect.arrayContaining(['general.repeat-delete']) })
  })

  test('is unknown otherwise', () => {
    const model = makeAcme('unknown')
    expect(model.remove(id, deletedOne(model, id)).status).toBe(404)
  })

  test('leaves alone what somebody else has', () => {
    const model = makeAcme('accept')
    for (const theirs of named(model.world(), id, 'globex').slice(0, 3))
      expect(model.remove(id, theirs).outcome.changes).toEqual([])
  })
})

const LAST = { deleteOidcRule: '999' } as Readonly<Partial<Record<OperationId, string>>>

test('what never was is as good as gone, but where 404 is stated for it', () => {
  const model = makeAcme('accept')
  const statusOf = (id: OperationId) => {
    const [some = {}] = named(model.world(), id, 'acme')
    const last = Object.keys(some).at(-1) ?? ''
    return model.remove(id, { ...some, [last]: LAST[id] ?? 'never-was' }).status
  }
  const isStated = (id: OperationId) =>
    contract.operation(id).parameters.findLast((parameter) => parameter.in === 'path')?.unknown !== undefined
  for (const id of OPERATIONS) expect([id, statusOf(id)]).toEqual([id, isStated(id) ? 404 : 204])
})

test('what was deleted is remembered only where deleting it again is accepted: a world does not grow with what is gone', () => {
  const remembered = (gap: 'accept' | 'unknown') => {
    const model = makeAcme(gap)
    for (const id of OPERATIONS) deletedOne(model, id)
    return rowsOf(model.world(), 'Deleted', 'acme').length
  }
  expect(remembered('unknown')).toBe(0)
  expect(remembered('accept')).toBeGreaterThan(0)
})

test('nothing is deleted from what is not there', () => {
  const { remove } = makeAcme('accept')
  expect(remove('removeOverride', { id: 'never-was', oid: 'neither' }).status).toBe(404)
  expect(remove('deleteNode', { name: 'never-was', node: 'neither' }).status).toBe(404)
})

test('a judge does not take a deletion of what somebody else has for one of nothing', () => {
  const model = makeAcme('unknown')
  const [theirs = {}] = named(model.world(), 'deleteSchedule', 'globex')
  expect(theirs).not.toEqual({})
  expect(model.remove('deleteSchedule', theirs).outcome.gaps).not.toContain('general.repeat-delete')
})
