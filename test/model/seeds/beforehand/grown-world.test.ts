import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { acme } from '../../../../src/model/seeds/acme/index.ts'
import { readGrown, writeGrown } from '../../../../src/model/seeds/beforehand/grown-world.ts'
import { small } from '../../../../src/model/seeds/small.ts'
import { oldestFirst } from '../../../../src/model/table/table.ts'
import type { World } from '../../../../src/model/world/world.ts'
import { ROOT } from '../../../support/command.ts'
import { sampled } from '../../../support/sampled.ts'
import { grown, NINE } from '../support.ts'

const kept = readFileSync(join(ROOT, 'src/model/generated/acme.txt'), 'latin1')

/** Everything in a world, in the order of its rows and of its indexes. */
const contents = ({ nowMs, serial, seed, values, tables }: World) => ({
  ...{ nowMs, serial, seed, values },
  tables: Object.entries(tables).map(([name, { rows, order }]) => [name, [...rows.values()], [...order.values()]]),
})

const INSTANTS = [
  '2026-03-05T09:00:00Z',
  '2026-03-08T17:21:43.999Z',
  '2026-03-29T01:30:00.001Z',
  '2026-10-25T00:59:59.5Z',
  '2028-02-29T23:59:59Z',
  '2019-12-31T12:07:31.25Z',
]

describe('acme, grown beforehand', () => {
  test.each(sampled(INSTANTS, 3))('is what grows at %s (else: npm run generate)', (now) => {
    expect(contents(readGrown(kept, Date.parse(now)))).toEqual(contents(grown(acme, Date.parse(now))))
  })

  test('nothing in it falls due in the second in which it begins', () => {
    const [first] = oldestFirst(readGrown(kept, NINE + 999).tables.Due, 'byTime', [])
    expect(first?.atMs).toBeGreaterThan(NINE + 999)
  })
})

test('a world that depends on more than how long ago things were is not kept', () => {
  expect(() => writeGrown(grown(acme), grown(small, NINE + 1000))).toThrow('something else happens at another time')
  const renamed = { ...grown(acme), serial: grown(small).serial }
  expect(() => writeGrown(renamed, grown(small, NINE + 1000))).toThrow('at another time')
})
