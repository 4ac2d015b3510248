import { expect, test } from 'vitest'
import {
  byId,
  emptyTable,
  newestFirst,
  oldestFirst,
  openTable,
  putInto,
  type Row,
} from '../../../src/model/table/table.ts'

test('rows are listed in the order of their numbers, however many digits these have', () => {
  const table = openTable(emptyTable(byId<Row>()), {})
  const numbers = [100, 9, 1_000_000, 10, 999_999_999_999, 99, 0]
  for (const seq of numbers) putInto(table, { id: `row ${seq}`, org: 'org', seq })
  const sorted = numbers.toSorted((a, b) => a - b)
  expect([...oldestFirst(table, 'all', ['org'])].map(({ seq }) => seq)).toEqual(sorted)
  expect([...newestFirst(table, 'all', ['org'])].map(({ seq }) => seq)).toEqual(sorted.reverse())
})

test('a number with more digits than any count reaches is still in its group', () => {
  const table = openTable(emptyTable(byId<Row>()), {})
  putInto(table, { id: 'row', org: 'org', seq: 10 ** 15 })
  expect([...oldestFirst(table, 'all', ['org'])]).toHaveLength(1)
})
