import { expect, test } from 'vitest'
import { cutToWidth, displayWidth, padToWidth } from '../../../bin/terminal/display-width.ts'
import { table } from '../../../bin/terminal/output.ts'

test.each([
  ['', 0],
  ['Ada', 3],
  ['Ada Özdemir', 11],
  ['O\u0308zdemir', 7],
  ['王小明', 6],
  ['さくら', 6],
  ['김철수', 6],
  ['Ａ１', 4],
  ['👩‍🚒 Ada', 6],
  ['\u001b[31mred\u001b[39m', 3],
])('%j takes %d columns of a terminal', (text, columns) => {
  expect(displayWidth(text)).toBe(columns)
})

test('columns of a table stand under each other, whatever the letters', () => {
  expect(
    table([
      ['caller', 'who', 'sends'],
      ['owner', '王小明', 'a'],
      ['admin', 'Ada Özdemir', 'b'],
    ]).split('\n'),
  ).toEqual(['caller  who          sends', 'owner   王小明       a', 'admin   Ada Özdemir  b'])
})

test('what is too long is cut where it still fits', () => {
  expect(cutToWidth('王小明, owner', 5)).toBe('王小…')
  expect(cutToWidth('Ada', 3)).toBe('Ada')
  expect(padToWidth('王', 4)).toBe('王  ')
})
