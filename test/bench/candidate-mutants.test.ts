import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MUTATED } from '../../bench/eyesight/candidate-mutants/mutated.ts'
import { NOT_STATED } from '../../bench/eyesight/candidate-mutants/not-stated.ts'
import { type Mutant, pageText } from '../../bench/eyesight/candidate-mutants/page.ts'
import { edited } from '../../bench/eyesight/outsider/patched.ts'
import { ROOT } from '../support/command.ts'

const FOLDER = join(ROOT, 'bench/eyesight/candidate-mutants')
const hasPython = spawnSync('python3', ['--version']).status === 0
const sampleOf = (which: string): string[] =>
  readFileSync(join(FOLDER, `${which}.txt`), 'utf8')
    .split('\n')
    .filter(Boolean)

test.each(Object.keys(MUTATED))('what is called not stated is in the sample and on the page: %s', (which) => {
  const page = readFileSync(join(FOLDER, `${which.toUpperCase()}.md`), 'utf8')
  const sample = sampleOf(which)
  for (const id of Object.keys(NOT_STATED[which] ?? {})) {
    expect(sample).toContain(id)
    expect(page).toContain(`- ${id}: `)
  }
})

test.runIf(hasPython).each(Object.entries(MUTATED))(
  'every mutant of the sample is an edit as it is: %s',
  (which, how) => {
    const args = [join(FOLDER, 'mutate.py'), how.folder, how.modules, JSON.stringify(how.areas)]
    const { stdout } = spawnSync('python3', args, { maxBuffer: 100_000_000 })
    const mutants = new Map((JSON.parse(String(stdout)) as Mutant[]).map((mutant) => [mutant.id, mutant]))
    for (const id of sampleOf(which))
      for (const edit of mutants.get(id)?.edits ?? [{ file: id, find: 'no such mutant', replace: '' }]) {
        const source = readFileSync(join(how.folder, edit.file), 'utf8')
        expect(edited(source, edit)).not.toBe(source)
      }
  },
)

test('the page counts what is visible and stated', () => {
  const look = {
    areas: ['email'],
    kind: 'not',
    wrong: 'a becomes b',
    edits: [],
    visible: true,
    requests: 1,
    cited: 'x',
  }
  const [open = ''] = Object.keys(NOT_STATED.fifth ?? {})
  const page = pageText({
    which: 'fifth',
    of: 9,
    requests: 5000,
    looks: [
      { ...look, id: 'one', seen: 'failure' },
      { ...look, id: 'two', seen: 'warning' },
      { ...look, id: open, seen: 'nothing' },
      { ...look, id: 'three', seen: 'nothing', visible: false },
    ],
  })
  expect(page).toContain('4 of 9 mutants: 3 fail')
  expect(page).toContain('Of the other 2 the judge fails 1 (50 %).')
  expect(page).toContain('- two: `a becomes b` (warned of: x)')
})
