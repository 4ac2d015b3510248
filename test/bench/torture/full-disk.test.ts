import { expect, test } from 'vitest'
import { fillDisk } from '../../../bench/torture/full-disk.ts'

test('on a full disk changes are refused with 503, reads go on, and nothing that was answered is lost', ({ skip }) => {
  const { tried, counts, found } = fillDisk(1, 20260305)
  skip(tried === 0, Object.keys(counts).join())
  expect(found).toEqual([])
})
