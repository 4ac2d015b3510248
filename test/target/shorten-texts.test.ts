import { expect, test } from 'vitest'
import { shortenTexts } from '../../src/target/shorten-texts.ts'

const LONG = 3 * 1024 * 1024

test('an answer of usual size, and a large one of short texts, stay as they are', () => {
  for (const value of [
    { id: 'a', text: 'x'.repeat(200_000) },
    Array.from({ length: 100_000 }, (_, at) => `text ${at} \\ "`),
  ]) {
    const json = JSON.stringify(value)
    expect(shortenTexts(json)).toBe(json)
  }
})

test('of an overlong text the beginning stays, and what is around it', () => {
  const json = JSON.stringify({ id: 'a', text: `"${'x'.repeat(LONG)}\\`, last: 'z', texts: ['y'.repeat(200_000)] })
  const short = shortenTexts(json)
  expect(JSON.parse(short)).toEqual({
    id: 'a',
    text: expect.stringMatching(/^"x{900,}… \(3145732 characters\)$/),
    last: 'z',
    texts: [expect.stringMatching(/^y{900,}… \(200000 characters\)$/)],
  })
  expect(short.length).toBeLessThan(3_000)
})

test.each(['\\', '"', '\u{1f600}', '\ud83d', '\u0001'])('it is JSON wherever %j is cut', (letter) => {
  for (let at = 985; at < 1_001; at++) {
    const json = JSON.stringify('a'.repeat(at) + letter.repeat(20) + 'b'.repeat(LONG))
    expect(JSON.parse(shortenTexts(json))).toMatch(/^a{980,}/)
  }
})

test('what is no JSON at all comes back in some form', () => {
  expect(shortenTexts('x'.repeat(LONG))).toHaveLength(LONG)
  expect(shortenTexts(`["${'x'.repeat(LONG)}`).length).toBeLessThan(2_000)
})
