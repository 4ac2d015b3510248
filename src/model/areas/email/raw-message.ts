import { domainOf } from './addresses.ts'
import { base64, bytesIn, encodedWord, isPlain } from './mail-encoding.ts'
import type { MessageRow } from './state.ts'

const CRLF = '\r\n'
/** The longest line that mail may have (RFC 5322, 2.1.1). */
const LONGEST_LINE = 998

type Mail = Pick<MessageRow, 'id' | 'from' | 'to' | 'cc' | 'subject' | 'text' | 'createdAtMs' | 'askedBytes'>

/** A message as it goes over the wire, such as any mail parser reads (RFC 5322, MIME). */
export function rawMessage(mail: Mail): string {
  const text = mail.text === undefined ? '' : mail.text.replace(/\r\n|\r|\n/g, CRLF)
  const plain = isPlain(text) && text.split(CRLF).every((line) => line.length <= LONGEST_LINE)
  const encoding = ['Content-Transfer-Encoding', plain ? '7bit' : 'base64'] as const
  const head = [...headers(mail), encoding].map(([name, value]) => `${name}: ${value}${CRLF}`).join('')
  const body = plain ? text + CRLF : wrapped(base64(text))
  const missing = (mail.askedBytes ?? 0) - bytesIn(head + CRLF + body)
  return head + padding(missing) + CRLF + body
}

function headers({ id, from, to, cc, subject, createdAtMs }: Mail): (readonly [string, string])[] {
  return [
    ['From', oneLine(from)],
    ['To', addressList(to)],
    ...(cc && cc.length > 0 ? [['Cc', addressList(cc)] as const] : []),
    ...(subject === undefined ? [] : [['Subject', encodedWord(oneLine(subject))] as const]),
    ['Date', mailDate(createdAtMs)],
    ['Message-ID', `<${id}@${domainOf(oneLine(from))}>`],
    ['MIME-Version', '1.0'],
    ['Content-Type', 'text/plain; charset=utf-8'],
  ]
}

/** A header cannot be broken out of. */
const oneLine = (text: string): string => text.replace(/[\r\n]+/g, ' ')
const addressList = (addresses: readonly string[]): string => addresses.map(oneLine).join(`,${CRLF} `)

/** Thu, 05 Mar 2026 09:00:00 GMT -> Thu, 05 Mar 2026 09:00:00 +0000 */
const mailDate = (atMs: number): string => new Date(atMs).toUTCString().replace('GMT', '+0000')

const wrapped = (text: string): string => text.replace(/.{1,76}/g, `$&${CRLF}`)

const PADDING = 'X-Padding: '
const [SHORTEST, LONGEST] = [PADDING.length + 1 + CRLF.length, 78]

/** Headers that nobody reads, so many bytes in all; fewer than the shortest has cannot be had. */
function padding(bytes: number): string {
  const lines: string[] = []
  for (let missing = bytes; missing >= SHORTEST; ) {
    const rest = missing - Math.min(LONGEST, missing)
    const length = rest > 0 && rest < SHORTEST ? LONGEST - SHORTEST : missing - rest
    lines.push(`${PADDING}${'x'.repeat(length - PADDING.length - CRLF.length)}${CRLF}`)
    missing -= length
  }
  return lines.join('')
}
