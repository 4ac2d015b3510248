import fc from 'fast-check'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { rawMessage } from '../../src/model/areas/email/queries/messages/raw-message.ts'
import { createMock } from '../../stateful-mock/create-mock.ts'

const AS = { headers: { authorization: 'Bearer owner' } }

test('a mail parser reads every kept message of the acme seed, and reads what the log says', async () => {
  const mock = await createMock({ seed: 'acme', clock: { frozenAt: '2026-03-05T09:00:00Z' } })
  const list = (await (await mock.fetch('/api/v1/email/messages', AS)).json()) as {
    messages: { id: string; from: string; subject: string }[]
  }
  let read = 0
  for (const { id, from, subject } of list.messages) {
    const answer = await mock.fetch(`/api/v1/email/messages/${id}/content`, AS)
    if (answer.status !== 200) continue
    const mail = await PostalMime.parse(await answer.arrayBuffer())
    expect(from).toContain(mail.from?.address)
    if (from.includes('<')) expect(from).toBe(`${mail.from?.name} <${mail.from?.address}>`)
    expect(mail.subject).toBe(subject)
    expect(mail.text).toEqual(expect.any(String))
    read += 1
  }
  expect(read).toBeGreaterThan(10)
  await mock.close()
})

/** What a header keeps of a text: parsers fold white space. */
const folded = (text: string) => text.replace(/\s+/g, ' ').trim()

test('whatever subject and text a message has, a mail parser gives them back', async () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 60 }).filter((value) => !/\p{Cc}/u.test(value))
  await fc.assert(
    fc.asyncProperty(text, text, async (subject, body) => {
      const raw = rawMessage({
        id: 'msg_1',
        from: 'orders@mail.acme.example',
        to: ['kim@customer.example'],
        cc: undefined,
        subject: `s ${subject}`,
        text: `t ${body}`,
        createdAtMs: 0,
        askedBytes: undefined,
      })
      const mail = await PostalMime.parse(raw)
      expect(folded(mail.subject ?? '')).toBe(folded(`s ${subject}`))
      expect(folded(mail.text ?? '')).toBe(folded(`t ${body}`))
      expect(mail.to?.map(({ address }) => address)).toEqual(['kim@customer.example'])
    }),
    { numRuns: 200, seed: 7 },
  )
})
