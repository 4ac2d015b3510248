import { expect, test } from 'vitest'
import { parseBounded } from '../../src/target/parse-bounded.ts'

const object = (fields: number) => Object.fromEntries(Array.from({ length: fields }, (_, at) => [`f${at}`, at]))

test('an object of more fields than any has is not read, however deep it lies; lists may be longer', () => {
  for (const value of [object(10_000), { items: [object(300)] }, { list: new Array(50_000).fill(0) }])
    expect(parseBounded(JSON.stringify(value))).toEqual(value)
  expect(parseBounded(JSON.stringify(object(10_001)))).toBeUndefined()
  expect(parseBounded(JSON.stringify({ items: [1, object(10_001)] }))).toBeUndefined()
})

test('many small objects one after the other are counted apart', () => {
  const many = Array.from({ length: 5_000 }, (_, at) => ({ id: at, name: 'a, b', nested: { x: 1, y: [1, 2] } }))
  expect(parseBounded(JSON.stringify(many))).toEqual(many)
})

test('a text is too deep at a hundred and one levels, however short it is and whatever they are of', () => {
  const lists = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
  const objects = (levels: number) => `${'{"a":'.repeat(levels)}0${'}'.repeat(levels)}`
  const mixed = (levels: number) => `${'[{"a":'.repeat(levels / 2)}${lists(levels % 2)}${'}]'.repeat(levels / 2)}`
  for (const text of [lists(100), objects(100), mixed(99)]) expect(parseBounded(text)).toEqual(JSON.parse(text))
  for (const text of [lists(101), objects(101), mixed(101)]) expect(parseBounded(text)).toBeUndefined()
  const flat = JSON.stringify(Array.from({ length: 300 }, () => ({ name: '[{' })))
  expect(parseBounded(flat)).toEqual(JSON.parse(flat))
})
