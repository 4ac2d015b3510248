import { expect, test } from 'vitest'
import { rawHeaders } from '../../../../../src/conformance/areas/email/checks/raw-headers.ts'
import { apply, type Change } from '../../../../../src/model/world/world.ts'
import { answered, blankShadow } from '../../../../support/answered.ts'

const SENT = {
  ...{ id: 'mes_1', org: 'acme', seq: 1, direction: 'send', subject: 'plain words' },
  ...{ to: ['one@reader.example'], cc: ['two@reader.example'] },
}

/** A look at the raw text of a message that was sent. */
function lookAt(text: string) {
  const { world, ...rest } = blankShadow('2026-03-05T12:00:00Z')
  const rows = [{ kind: 'put', table: 'EmailMessage', row: SENT }] as unknown as Change[]
  const seen = answered({ operation: 'getMessageContent', shadow: { ...rest, world: apply(world, rows) } })
  const request = { ...seen.request, parameters: { id: 'mes_1' } }
  return rawHeaders.look({ ...seen, request, received: { ...seen.received, text } }, undefined).found
}

test.for([
  ['Subject: other words\r\nTo: one@reader.example', 'Subject'],
  ['To: one@reader.example', 'Subject'],
  ['Subject: plain words\nTo: one@reader.example, three@reader.example', 'To'],
  ['Subject: plain words\nTo: one@reader.example\nCc: somebody', 'Cc'],
] as const)('%j does not agree with the message in %s', ([head, part]) => {
  expect(lookAt(`${head}\r\n\r\ntext`)).toMatchObject([{ code: 'raw-header', part, rules: ['EML-11'] }])
})

test.for([
  'Subject: plain words\r\nTo: <One@reader.example>\r\nCc: Two <two@reader.example>',
  'Subject: plain\r\n words\r\nTo: undisclosed-recipients:;',
  'Subject: =?utf-8?Q?plain_words?=\nTo: one@reader.example',
])('%j does', (head) => {
  expect(lookAt(`${head}\r\n\r\nSubject: text`)).toEqual([])
})
