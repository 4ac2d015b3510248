import { expect, test } from 'vitest'
import { unsendable } from '../../../stateful-mock/webhooks/unsendable.ts'

test.each([
  ['http://127.0.0.1:4010/hook', undefined],
  ['http://localhost/_understudy-hook', undefined],
  ['http://127.0.0.1:4010/_understudy/reset', 'webhooks may not be sent to a control interface'],
  ['http://127.0.0.1:4010/a/../_understudy/reset', 'webhooks may not be sent to a control interface'],
  [
    'http://127.0.0.1:4010/sandboxes/default/_understudy/journal/undo',
    'webhooks may not be sent to a control interface',
  ],
  ['http://allowed.example/_understudy/reset', 'webhooks may not be sent to a control interface'],
  ['http://elsewhere.example/hook', 'webhooks to elsewhere.example are not allowed (see --allow-webhook-host)'],
  ['ftp://127.0.0.1/hook', 'not an address for HTTP'],
])('%s: %s', (url, why) => {
  expect(unsendable(url, ['allowed.example'])).toBe(why)
})
