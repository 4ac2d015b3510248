import { STATUS_CODES } from 'node:http'
import { expect, test } from 'vitest'
import { REASON_PHRASES } from '../../../stateful-mock/http/reason-phrases.ts'

test('the reason phrases are those of Node', () => {
  expect(REASON_PHRASES).toEqual(STATUS_CODES)
})
