import { expect, test } from 'vitest'
import { Noted } from '../../../src/model/world/noted.ts'

test('names stay in the order in which they were noted, each once', () => {
  const none = new Noted<'a' | 'b'>()
  expect(none.with('b').with('a').with('b').names).toEqual(['b', 'a'])
  expect(none.names).toEqual([])
})

test('of the same names there is one list', () => {
  const none = new Noted<'a' | 'b'>()
  expect(none.with('a').with('b').names).toBe(none.with('a').with('b').names)
  expect(none.with('b').with('a').names).not.toBe(none.with('a').with('b').names)
})
