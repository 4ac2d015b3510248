import { expect, test } from 'vitest'
import { renames } from '../../../src/conformance/traffic/renames.ts'
import { apply, type Change, type World } from '../../../src/model/world/world.ts'
import { blankShadow } from '../../support/answered.ts'

const EMPTY = blankShadow('2026-03-05T12:00:00Z').world
const put = (world: World, id: string, seq: number): World =>
  apply(world, [
    { kind: 'put', table: 'EmailDomain', row: { id, org: 'acme', seq, name: `${seq}.example` } },
  ] as unknown as Change[])

test('something new is no other name for what was there', () => {
  const one = put(EMPTY, 'dom_1', 1)
  expect(renames(one, put(one, 'dom_2', 2))).toBe(false)
  expect(renames(one, one)).toBe(false)
})

test('a thing that was shown under one identifier does not get another', () => {
  expect(renames(put(EMPTY, 'dom_1', 1), put(EMPTY, 'shop', 1))).toBe(true)
})

test('an identifier that no answer had shown is filled in', () => {
  expect(renames(put(EMPTY, '⟦id#1⟧', 1), put(EMPTY, 'dom_1', 1))).toBe(false)
})
