import { expect, test } from 'vitest'
import { damageFiles } from '../../../bench/torture/damaged-files.ts'

test('a damaged data file is refused in one sentence or served exactly as it was', () => {
  const { counts, found } = damageFiles(20, 20260305)
  expect(found).toEqual([])
  expect(counts['refused in a sentence']).toBeGreaterThan(0)
  expect(counts['served as it was']).toBeGreaterThan(0)
})
