import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LatestEntries } from '../../../stateful-mock/journal/latest-entries.ts'
import { nodePlatform } from '../../../stateful-mock/node/node-platform.ts'
import { webPlatform } from '../../../stateful-mock/web/web-platform.ts'

const entry = fc.json({ noUnicodeString: false }).map((value) => JSON.stringify({ value }))

test('what was added comes back, from memory, from a copy and packed', () => {
  fc.assert(
    fc.property(fc.array(entry), fc.array(entry), entry, (texts, later, other) => {
      for (const { compression } of [nodePlatform, webPlatform]) {
        const latest = new LatestEntries()
        for (const text of texts) latest.add(text)
        expect(latest.texts()).toEqual(texts)
        expect(latest.count).toBe(texts.length)
        const copy = latest.copy()
        copy.add(other)
        expect(latest.texts()).toEqual(texts)
        expect(copy.texts()).toEqual([...texts, other])
        if (texts.length === 0) continue
        const packed = latest.pack(compression)
        for (const text of later) latest.add(text)
        expect(packed.texts()).toEqual(texts)
        expect(latest.texts()).toEqual(later)
      }
    }),
  )
})

test('one that is longer than all before is written whole, and its room is given up', () => {
  const latest = new LatestEntries()
  const long = JSON.stringify('ü'.repeat(1_000_000))
  latest.add('{}')
  latest.add(long)
  expect(latest.texts()).toEqual(['{}', long])
  expect(latest.pack(nodePlatform.compression).texts()).toEqual(['{}', long])
  latest.add('{}')
  expect(latest.texts()).toEqual(['{}'])
})
