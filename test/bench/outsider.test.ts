import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { edited, SUBJECTS } from '../../bench/eyesight/outsider/patched.ts'
import { ROOT } from '../support/command.ts'

const page = readFileSync(join(ROOT, 'bench/eyesight/OUTSIDER.md'), 'utf8')
const checklistIds = /^(GEN|VER|LIM|TOK|IAM|ORG|REG|EML|ONC|CLU|UPT)-\d\d$/

describe.each(SUBJECTS)('the mistakes of an outsider in the $name', ({ folder, faults }) => {
  test.each(faults)('$id still applies to the source', ({ edits, statement }) => {
    expect(statement).toMatch(checklistIds)
    for (const one of edits) {
      const text = readFileSync(join(folder, one.file), 'utf8')
      expect(edited(text, one)).not.toBe(text)
    }
  })

  test('each has a name of its own and a row on the page', () => {
    expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length)
    for (const { id } of faults) expect(page).toContain(`\n| ${id} | `)
  })
})

test('an edit that does not apply exactly once is an error', () => {
  const twice = { file: 'a.ts', find: 'x', replace: 'y' }
  expect(() => edited('x x', twice)).toThrow('2 times')
  expect(() => edited('z', twice)).toThrow('0 times')
})
