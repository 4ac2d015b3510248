import { expect, test } from 'vitest'
import { lintLibrary, readHead } from '../../../src/scenario/reading/lint-library.ts'

const CHECKLIST = {
  'ONC-01': { says: 'one', where: 'here' },
  'ONC-02': { says: 'two', where: 'here' },
  'ONC-03': { says: 'three', where: 'here', unshown: 'nobody can' },
}
const RULES = new Set(['oncall.opens-as-open', 'oncall.resolve-moves'])
const head = (notes: string) =>
  readHead(`arazzo: 1.0.1\nx-understudy:\n  ${notes}\nworkflows:\n  - {{ not read`, 'a.arazzo.yaml')

test('a library that shows every line and names its rules has nothing to be said about it', () => {
  const heads = [
    head('{ checklist: [ONC-01], rules: [oncall.opens-as-open] }'),
    head('{ checklist: [ONC-02], rules: [[oncall.opens-as-open, oncall.resolve-moves]] }'),
  ]
  expect(lintLibrary({ checklist: CHECKLIST, rules: RULES }, heads)).toEqual([])
})

test('lines that nothing shows, marks that are not true, rules that are not there', () => {
  const heads = [head('{ checklist: [ONC-01, ONC-03], rules: [oncall.opens-as-opn] }'), head('{ checklist: [ONC-01] }')]
  expect(lintLibrary({ checklist: CHECKLIST, rules: RULES }, heads)).toEqual([
    { check: 'scenarios-show-checklist', message: 'no scenario shows ONC-02' },
    { check: 'scenarios-show-checklist', message: 'ONC-03 is marked unshown, and a scenario shows it' },
    {
      check: 'scenario-rules',
      message: 'a.arazzo.yaml: there is no rule oncall.opens-as-opn (did you mean oncall.opens-as-open?)',
    },
    { check: 'scenario-rules', message: 'a.arazzo.yaml names no rule that it is about' },
  ])
})
