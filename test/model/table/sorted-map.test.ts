import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SortedMap } from '../../../src/model/table/sorted-map.ts'
import { FULL } from '../../support/judged-candidate.ts'

const key = fc
  .tuple(fc.constantFrom('a\0', 'ab\0', 'b\0'), fc.nat({ max: 300 }))
  .map(([group, one]) => `${group}${one}`)
const change = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('set' as const), key, value: fc.nat() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('delete' as const), key }) },
  fc.record({ kind: fc.constant('clone' as const) }),
)

/** The same map, as plainly as it can be written. */
const plain = (map: ReadonlyMap<string, number>, prefix = '') =>
  [...map].filter(([name]) => name.startsWith(prefix)).toSorted(([a], [b]) => (a < b ? -1 : 1))

test('it is a map in order of its keys, filled at once or one by one, and no copy of it ever changes', () => {
  fc.assert(
    fc.property(
      fc.dictionary(key, fc.nat(), { size: 'max', maxKeys: 500 }),
      fc.array(change, { size: 'max', maxLength: 600 }),
      (first, changes) => {
        let map = new SortedMap<number>()
        const expected = new Map(Object.entries(first))
        map.fill(expected)
        const copies: { copy: SortedMap<number>; values: number[] }[] = []
        for (const one of changes)
          if (one.kind === 'set') {
            expect(map.set(one.key, one.value)).toBe(expected.get(one.key))
            expected.set(one.key, one.value)
          } else if (one.kind === 'delete') {
            map.delete(one.key)
            expected.delete(one.key)
          } else {
            copies.push({ copy: map, values: [...map.values()] })
            map = map.clone()
          }
        expect(map.size).toBe(expected.size)
        expect([...map.values()]).toEqual(plain(expected).map(([, value]) => value))
        for (const group of ['a', 'ab', 'b', 'c']) {
          const values = plain(expected, `${group}\0`).map(([, value]) => value)
          expect([...map.up(`${group}\0`)]).toEqual(values)
          expect([...map.down(`${group}\0`, `${group}\u0001`)]).toEqual(values.toReversed())
        }
        for (const [name, value] of expected) expect(map.get(name)).toBe(value)
        for (const { copy, values } of copies) expect([...copy.values()]).toEqual(values)
      },
    ),
    { numRuns: FULL ? 200 : 60 },
  )
})
