import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../../support/command.ts'

const SENTENCE = String.raw`\b(?:message|reason|subject|says|why)\b`
const READ = [
  new RegExp(String.raw`\.(?:test|exec)\([^)\n]*${SENTENCE}`),
  new RegExp(
    String.raw`${SENTENCE}\??\.(?:match|matchAll|split|search|replace|replaceAll|startsWith|endsWith|includes)\(`,
  ),
]

test('nothing in the judge reads a sentence: what is known of a finding is in its fields', () => {
  const folder = join(ROOT, 'src/conformance')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  const reading = files.flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .filter((line) => READ.some((pattern) => pattern.test(line)))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(files.length).toBeGreaterThan(100)
  expect(reading).toEqual([])
})
