import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeBase64 } from '../../../stateful-mock/http/base64.ts'

test('base64 is decoded as Node does, in both alphabets and without padding', () => {
  fc.assert(
    fc.property(fc.oneof(fc.base64String(), fc.string()), (text) => {
      const plain = text.replaceAll(/[^\w+/-]/g, '')
      expect([...decodeBase64(plain)]).toEqual([...Buffer.from(plain, 'base64url')])
    }),
  )
})
