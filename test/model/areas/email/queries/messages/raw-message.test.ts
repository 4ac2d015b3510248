import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rawMessage, rawSize } from '../../../../../../src/model/areas/email/queries/messages/raw-message.ts'

const text = fc.string({ unit: 'binary', maxLength: 300 })
const mails = fc.record({
  id: fc.constant('msg_1'),
  from: fc.constantFrom('ops@acme.example', 'Zoë Ångström <zoe@acme.example>'),
  to: fc.array(fc.constantFrom('a@b.example', '山田 <y@b.example>'), { minLength: 1, maxLength: 3 }),
  cc: fc.option(fc.constant(['c@d.example']), { nil: undefined }),
  subject: fc.option(text, { nil: undefined }),
  text: fc.option(fc.oneof(text, fc.constantFrom('two\nlines', 'x'.repeat(999))), { nil: undefined }),
  createdAtMs: fc.constant(Date.parse('2026-03-01T10:00:00Z')),
  askedBytes: fc.option(fc.integer({ min: 0, max: 5000 }), { nil: undefined }),
})

test('the size of a message is that of its raw text, to the byte', () => {
  fc.assert(fc.property(mails, (mail) => rawSize(mail) === Buffer.byteLength(rawMessage(mail))))
  const mail = {
    id: 'msg_1',
    from: 'a@b.example',
    to: ['c@d.example'],
    cc: undefined,
    subject: undefined,
    text: undefined,
  }
  expect(rawSize({ ...mail, createdAtMs: 0, askedBytes: 4000 })).toBe(4000)
})
