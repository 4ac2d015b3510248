import { performance } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { MistakesError } from '../../../src/contract/files/mistakes.ts'
import { parseYaml } from '../../../src/contract/files/yaml-file.ts'
import { didYouMean } from '../../../src/contract/text/did-you-mean.ts'
import { unmet } from '../../../src/scenario/criteria/criterion.ts'
import { limitPatterns } from '../../../src/scenario/criteria/limited-patterns.ts'

const quickly = <T>(work: () => T): T => {
  const startedMs = performance.now()
  const value = work()
  expect(performance.now() - startedMs).toBeLessThan(30_000)
  return value
}

test('a file whose references multiply is a mistake, told in one sentence', () => {
  const names = [...'abcdefghijkl']
  const lines = names.map(
    (name, index) =>
      `${name}: &${name} [${
        index === 0
          ? 'x'
          : Array(9)
              .fill(`*${names[index - 1]}`)
              .join(',')
      }]`,
  )
  const read = () => quickly(() => parseYaml(lines.join('\n'), 'bomb.yaml'))
  expect(read).toThrow(MistakesError)
  expect(read).toThrow(/^bomb\.yaml: [^\n]+$/)
})

test('a file that is nested too deeply is a mistake', () => {
  expect(() => parseYaml('['.repeat(20_000), 'deep.yaml')).toThrow(MistakesError)
})

test('nobody looks for what a word of a megabyte may have meant', () => {
  expect(quickly(() => didYouMean('x'.repeat(1_000_000), ['xylophone', 'x'.repeat(300)]))).toBe('')
  expect(didYouMean('xylophon', ['xylophone'])).toBe(' (did you mean xylophone?)')
})

test('a pattern that would take for ever does not hold, and says so', () => {
  const scope = {
    inputs: {},
    outputs: {},
    response: { status: 200, headers: {}, body: { text: `${'a'.repeat(40)}!` } },
  }
  const criterion = (condition: string) => ({ condition, context: '$response.body#/text', type: 'regex' }) as const
  limitPatterns()
  expect(quickly(() => unmet(criterion('^(a+)+$'), scope))).toEqual({
    expected: '$response.body#/text matches ^(a+)+$',
    actual: 'the pattern takes too long to be tried',
  })
  expect(unmet(criterion('^a+!$'), scope)).toBeUndefined()
  expect(unmet(criterion('^b'), scope)).toMatchObject({ actual: `"${'a'.repeat(40)}!"` })
})
