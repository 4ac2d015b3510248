import type { Rows } from '../../../../model/world/rows.ts'
import { type Check, NOTHING_FOUND } from '../../../checks/check.ts'
import { isSuccess } from '../../../shadow/answered.ts'
import { rowsOf } from '../../../shadow/rows.ts'

/** The header lines of a raw message agree with the metadata: the subject, and nobody is named who does not get it (EML-11). */
export const rawHeaders: Check<undefined> = {
  name: 'raw-header',
  provenance: 'implied',
  start: undefined,
  look(answered) {
    const { operation, request, received, shadow, org } = answered
    if (operation.id !== 'getMessageContent' || !isSuccess(answered)) return { found: NOTHING_FOUND, memory: undefined }
    const message = rowsOf(shadow.world, 'EmailMessage').find(
      (row) => row.org === org && row.id === request.parameters.id && row.direction === 'send',
    )
    const wrong = message && wrongHeader(message, headersOf(received.text))
    return {
      found: wrong ? [{ code: 'raw-header', ...wrong, rules: ['EML-11'] }] : NOTHING_FOUND,
      memory: undefined,
    }
  },
}

type Headers = ReadonlyMap<string, string>

/** The header fields by name, with long lines joined. */
const headersOf = (text: string): Headers =>
  new Map(
    (text.split(/\r?\n\r?\n/)[0] ?? '')
      .replace(/\r?\n[ \t]+/g, ' ')
      .split(/\r?\n/)
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )

function wrongHeader({ subject = '', to, cc = [] }: Rows['EmailMessage'], headers: Headers) {
  const shown = headers.get('subject') ?? ''
  if (isPlain(subject) && !ENCODED.test(shown) && shown !== subject.trim())
    return { part: 'Subject', expected: subject, actual: shown } as const
  const recipients = [...to, ...cc].map((address) => address.toLowerCase())
  for (const part of ['To', 'Cc'] as const) {
    const actual = headers.get(part.toLowerCase()) ?? ''
    const named = actual.toLowerCase().match(ADDRESS) ?? []
    const isOfNobody = part === 'Cc' && actual !== '' && named.length === 0
    if (isOfNobody || named.some((address) => !recipients.includes(address)))
      return { part, expected: recipients.join(', '), actual }
  }
  return undefined
}

/** True for a subject that needs no encoding. */
const isPlain = (text: string): boolean => /^[ -~]{1,60}$/.test(text)
/** A word in another encoding (RFC 2047), which any text may be written in. */
const ENCODED = /=\?/
const ADDRESS = /[^\s<>,;:"]+@[^\s<>,;:"]+/g
