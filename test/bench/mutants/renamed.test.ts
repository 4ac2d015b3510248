import { expect, test } from 'vitest'
import { makeRenaming } from '../../../bench/mutants/renamed.ts'

const [A, B, C] = ['mon_000000000001', 'mon_000000000002', 'mon_000000000003']

test('what a changed target makes up otherwise is taken for what the unchanged one made up', () => {
  const renaming = makeRenaming()
  renaming.learn(`{"id":"${A}"}`, `{"id":"${B}"}`)
  expect(renaming.of(`/monitors/${A}`)).toBe(`/monitors/${B}`)
})

test('what either has shown before is not new, nor is a thing of another kind the same', () => {
  const renaming = makeRenaming()
  renaming.learn(`{"id":"${A}"}`, `{"id":"${A}"}`)
  renaming.learn(`{"id":"${B}"}`, `{"id":"${A}"}`)
  renaming.learn(`{"id":"${C}"}`, '{"id":"svc_000000000009"}')
  expect(renaming.of(`${A} ${B} ${C}`)).toBe(`${A} ${B} ${C}`)
})
