import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linearPattern } from '../../../src/contract/text/linear-pattern/linear-pattern.ts'

const LETTERS = ['a', 'b', '-', '1', ' ', '☃']

const atoms = fc.constantFrom(
  'a',
  'b',
  '1',
  '.',
  '\\d',
  '\\w',
  '\\S',
  '[ab]',
  '[^a]',
  '[a-z0-9-]',
  '\\.',
  '^',
  '$',
  '☃',
)
const sources = fc.letrec<{ readonly pattern: string }>((tie) => ({
  pattern: fc.oneof(
    { maxDepth: 4 },
    atoms,
    fc.tuple(tie('pattern'), tie('pattern')).map(([a, b]) => a + b),
    fc.tuple(tie('pattern'), tie('pattern')).map(([a, b]) => `(?:${a}|${b})`),
    fc
      .tuple(tie('pattern'), fc.constantFrom('*', '+', '?', '{2}', '{1,}', '{0,3}', '*?'))
      .map(([of, often]) => `(${of})${often}`),
  ),
})).pattern

test('it fits what a regular expression fits', () => {
  const texts = fc.array(fc.constantFrom(...LETTERS), { maxLength: 8 }).map((letters) => letters.join(''))
  fc.assert(
    fc.property(sources, texts, (source, text) => {
      expect(linearPattern(source)?.test(text), `${source} on ${text}`).toBe(new RegExp(source, 'u').test(text))
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  ['(a+)+$', `${'a'.repeat(5_000)}b`],
  ['^(a|aa)*$', `${'a'.repeat(5_000)}b`],
  ['(.*)*x', 'a'.repeat(5_000)],
  ['a*'.repeat(200), 'b'.repeat(5_000)],
])('%s takes no time', (source, text) => {
  const before = process.cpuUsage()
  linearPattern(`^(?:${source})$`)?.test(text)
  const { user } = process.cpuUsage(before)
  expect(user / 1000).toBeLessThan(20_000)
})

test.each(['(', 'a(?=b)', '(a)\\1', '\\bword', '\\p{L}', '(a{1,100}){1,100}'])('%s is not read', (source) => {
  expect(linearPattern(source)).toBeUndefined()
})
