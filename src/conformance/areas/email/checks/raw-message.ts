import { type Check, NOTHING_FOUND, plainCheck } from '../../../checks/check.ts'
import { isSuccess } from '../../../shadow/answered.ts'

const RULES = ['GEN-07', 'EML-11']

/** The content is the raw message (RFC 5322): header lines, an empty line, the text (GEN-07, EML-11). */
export const rawMessage = plainCheck('raw-message', (answered) => {
  if (answered.operation.id !== 'getMessageContent' || !isSuccess(answered)) return []
  const { headers, text } = answered.received
  const type = headers['content-type'] ?? 'none'
  if (!/^message\/rfc822\b/.test(type))
    return [{ code: 'raw-message', part: 'content type', actual: type, rules: RULES }]
  if (/^[!-9;-~]+:.*(\r?\n[ \t].*|\r?\n[!-9;-~]+:.*)*\r?\n\r?\n/.test(text)) return []
  return [{ code: 'raw-message', part: 'content', actual: beginning(text), rules: RULES }]
})

const beginning = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text)

/** The content is that of the message which was asked for: not what was shown of another one before, when this one was shown otherwise. */
export const contentOfAnother: Check<ReadonlyMap<string, string>> = {
  name: 'raw-message',
  provenance: 'stated',
  start: new Map(),
  look(answered, shown) {
    const { operation, request, received } = answered
    if (operation.id !== 'getMessageContent' || !isSuccess(answered)) return { found: NOTHING_FOUND, memory: shown }
    const { id = '' } = request.parameters
    const before = shown.get(id)
    if (before === undefined) return { found: NOTHING_FOUND, memory: new Map(shown).set(id, received.text) }
    const isOfAnother = before !== received.text && [...shown.values()].includes(received.text)
    const wrong = { code: 'raw-message', part: 'content', actual: beginning(received.text), rules: ['EML-11'] } as const
    return { found: isOfAnother ? [wrong] : NOTHING_FOUND, memory: shown }
  },
}
