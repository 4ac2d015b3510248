import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { NOT_STATED } from '../../bench/eyesight/candidate-mutants/not-stated.ts'
import { type Mutant, pageText } from '../../bench/eyesight/candidate-mutants/page.ts'
import { edited } from '../../bench/eyesight/outsider/patched.ts'
import { ROOT } from '../support/command.ts'

const FOLDER = join(ROOT, 'bench/eyesight/candidate-mutants')
const CANDIDATE = join(ROOT, 'examples/fifth-candidate')
const sample = readFileSync(join(FOLDER, 'sample.txt'), 'utf8').split('\n').filter(Boolean)
const hasPython = spawnSync('python3', ['--version']).status === 0

test('what is called not stated is in the sample and on the page', () => {
  const page = readFileSync(join(FOLDER, '../CANDIDATE-MUTANTS.md'), 'utf8')
  for (const id of Object.keys(NOT_STATED)) {
    expect(sample).toContain(id)
    expect(page).toContain(`- ${id}: `)
  }
})

test.runIf(hasPython)('every mutant of the sample is an edit of the candidate as it is', () => {
  const { stdout } = spawnSync('python3', [join(FOLDER, 'mutate.py'), CANDIDATE], { maxBuffer: 100_000_000 })
  const mutants = new Map((JSON.parse(String(stdout)) as Mutant[]).map((mutant) => [mutant.id, mutant]))
  for (const id of sample)
    for (const edit of mutants.get(id)?.edits ?? [{ file: id, find: 'no such mutant', replace: '' }]) {
      const source = readFileSync(join(CANDIDATE, edit.file), 'utf8')
      expect(edited(source, edit)).not.toBe(source)
    }
})

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
  const [open = ''] = Object.keys(NOT_STATED)
  const page = pageText(9, 5000, [
    { ...look, id: 'one', seen: 'failure' },
    { ...look, id: 'two', seen: 'warning' },
    { ...look, id: open, seen: 'nothing' },
    { ...look, id: 'three', seen: 'nothing', visible: false },
  ])
  expect(page).toContain('4 of 9 mutants: 3 fail')
  expect(page).toContain('Of the other 2 the judge fails 1 (50 %).')
  expect(page).toContain('- two: `a becomes b` (warned of: x)')
})
