import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import source from '../../src/contract/generated/spec.js'
import { ROOT } from '../support/command.ts'

/** Lines of the checklist that a title in one of these files names. */
function named(folder: string): ReadonlySet<string> {
  const titles = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .flatMap((name) => [...readFileSync(join(ROOT, folder, name), 'utf8').matchAll(TITLE)])
  return new Set(titles.flatMap(([, title = '']) => title.match(/\b[A-Z]{3}-\d\d\b/g) ?? []))
}

/** The title of a test or of a group of tests; a table may come before it. */
const TITLE = /^ *(?:test|line|describe|\] as const\)|\]\))[.\w(!| )]*\(\s*['`]((?:[A-Z]{3}-\d\d(?:, | and )?)+)/gm

const lines = Object.entries(source.checklist)

test('every line of the checklist that needs something from outside is shown over HTTP', () => {
  const shown = named('test/stateful-mock/outside')
  expect(lines.filter(([id, { outside }]) => outside && !shown.has(id)).map(([id]) => id)).toEqual([])
})

test('every line of the checklist has a test that names it', () => {
  const shown = named('test')
  expect(lines.filter(([id]) => !shown.has(id)).map(([id]) => id)).toEqual([])
  expect(lines.length).toBeGreaterThan(110)
})

test('no test names a line that the checklist does not have', () => {
  expect([...named('test')].filter((id) => !(id in source.checklist))).toEqual([])
})
