import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emptyWorld } from '../../../src/model/empty-world.ts'
import { EVERYWHERE, type UserRow } from '../../../src/model/identity/identity.ts'
import { everyRow } from '../../../src/model/table/table.ts'
import { OpenTransaction } from '../../../src/model/world/open-transaction.ts'
import { TransactionContext } from '../../../src/model/world/transaction-context.ts'
import { apply, type Change, type World } from '../../../src/model/world/world.ts'
import { contract } from '../support.ts'

const start = emptyWorld({ nowMs: Date.parse('2026-03-05T09:00:00Z') })
const user = (id: string, seq: number, label = id): UserRow => ({
  id,
  org: EVERYWHERE,
  seq,
  label,
  email: `${id}@acme.example`,
})

function begun(world: World) {
  const transaction = new OpenTransaction(world, contract.gaps)
  const context = new TransactionContext(transaction)
  const listed = () => [...context.oldest('User', 'all', EVERYWHERE)].map(({ label }) => label)
  return { transaction, context, listed }
}

const labels = (world: World) => [...everyRow(world.tables.User)].map(({ label }) => label)
const inhabited = apply(start, [
  { kind: 'put', table: 'User', row: user('ada', 1) },
  { kind: 'put', table: 'User', row: user('bo', 2) },
])

test('a transaction sees its own changes, and the world it began with does not', () => {
  const { context, listed } = begun(inhabited)
  context.put('User', user('cy', 3))
  context.put('User', user('ada', 1, 'Ada'))
  context.remove('User', EVERYWHERE, 'bo')
  expect(context.get('User', EVERYWHERE, 'ada')?.label).toBe('Ada')
  expect(context.get('User', EVERYWHERE, 'bo')).toBeUndefined()
  expect(listed()).toEqual(['Ada', 'cy'])
  context.put('User', user('dot', 4))
  expect(listed()).toEqual(['Ada', 'cy', 'dot'])
  expect(labels(inhabited)).toEqual(['ada', 'bo'])
})

test('whoever goes through rows sees those that were there when they began', () => {
  const { context } = begun(inhabited)
  context.put('User', user('cy', 3))
  const seen: string[] = []
  for (const { id, seq } of context.oldest('User', 'all', EVERYWHERE)) {
    seen.push(id)
    context.put('User', user(`${id}-twin`, seq + 10))
    expect([...context.oldest('User', 'all', EVERYWHERE)]).toHaveLength(3 + seen.length)
  }
  expect(seen).toEqual(['ada', 'bo', 'cy'])
})

test('what was committed stays as it is, though the transaction goes on', () => {
  const { transaction, context, listed } = begun(inhabited)
  context.put('User', user('cy', 3))
  const committed = transaction.commit()
  context.put('User', user('dot', 4))
  expect(listed()).toEqual(['ada', 'bo', 'cy', 'dot'])
  expect(labels(committed)).toEqual(['ada', 'bo', 'cy'])
  expect(labels(transaction.commit())).toEqual(['ada', 'bo', 'cy', 'dot'])
})

test('only what the same owner made is changed in place', () => {
  const owner = {}
  const put = (id: string, seq: number): Change[] => [{ kind: 'put', table: 'User', row: user(id, seq) }]
  const first = apply(inhabited, put('cy', 3), owner)
  expect(labels(inhabited)).toEqual(['ada', 'bo'])
  const held = apply(first, put('dot', 4))
  expect(labels(first)).toEqual(['ada', 'bo', 'cy'])
  const { tables } = first
  const { User } = tables
  const next = apply(first, put('eli', 5), owner)
  expect(next.tables).toBe(tables)
  // Whoever remembers a table sees that it is another one.
  expect(next.tables.User).not.toBe(User)
  expect(next.tables.User.rows).toBe(User.rows)
  const another = apply(next, put('fay', 6), {})
  expect([held, next, another].map(labels)).toEqual([
    ['ada', 'bo', 'cy', 'dot'],
    ['ada', 'bo', 'cy', 'eli'],
    ['ada', 'bo', 'cy', 'eli', 'fay'],
  ])
})

const step = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
  does: fc.constantFrom('put', 'remove', 'look', 'commit'),
  number: fc.nat(40),
})

test('it comes to the same whether changes are looked at on the way, committed or applied', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const { transaction, context, listed } = begun(inhabited)
      const kept: { readonly world: World; readonly labels: readonly string[] }[] = []
      const plain = new Map([...everyRow(inhabited.tables.User)].map((row) => [row.id, row]))
      for (const { id, does, number } of steps) {
        if (does === 'put') plain.set(id, context.put('User', user(id, number)))
        if (does === 'remove') {
          context.remove('User', EVERYWHERE, id)
          plain.delete(id)
        }
        if (does === 'look') {
          const inOrder = [...plain.values()].sort((a, b) => a.seq - b.seq || (a.id < b.id ? -1 : 1))
          expect(listed()).toEqual(inOrder.map(({ label }) => label))
        }
        expect(context.get('User', EVERYWHERE, id)).toBe(plain.get(id))
        if (does === 'commit') kept.push({ world: transaction.commit(), labels: [...plain.keys()].sort() })
      }
      for (const { world, labels: then } of kept) expect(labels(world)).toEqual(then)
      const applied = apply(inhabited, transaction.changes)
      expect([...everyRow(applied.tables.User)]).toEqual([...everyRow(transaction.commit().tables.User)])
      expect(labels(inhabited)).toEqual(['ada', 'bo'])
    }),
  )
})
