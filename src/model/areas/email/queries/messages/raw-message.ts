import type { MessageRow } from '../../state/index.ts'
import { domainOf } from '../addresses.ts'
import { base64, bytesIn, encodedAddress, encodedWord, isPlain } from './mail-encoding.ts'

const CRLF = '\r\n'
/** The longest line that mail may have (RFC 5322, 2.1.1). */
const LONGEST_LINE = 998

type Mail = Pick<MessageRow, 'id' | 'from' | 'to' | 'cc' | 'subject' | 'text' | 'createdAtMs' | 'askedBytes'>

/** A message as it goes over the wire, such as any mail parser reads (RFC 5322, MIME). */
export function rawMessage(mail: Mail): string {
  const text = mail.text === undefined ? '' : mail.text.replace(/\r\n|\r|\n/g, CRLF)
  const plain = isPlain(text) && text.split(CRLF).every((line) => line.length <= LONGEST_LINE)
  const head = `${headers(mail)}Content-Transfer-Encoding: ${plain ? '7bit' : 'base64'}${CRLF}`
  const body = plain ? text + CRLF : wrapped(base64(text))
  const { askedBytes } = mail
  return head + (askedBytes ? padding(askedBytes - bytesIn(head + CRLF + body)) : '') + CRLF + body
}

function headers({ id, from, to, cc = [], subject, createdAtMs }: Mail): string {
  let lines = header('From', encodedAddress(oneLine(from))) + header('To', addressList(to))
  if (cc.length > 0) lines += header('Cc', addressList(cc))
  if (subject !== undefined) lines += header('Subject', encodedWord(oneLine(subject)))
  lines += header('Date', mailDate(createdAtMs))
  lines += header('Message-ID', `<${id}@${domainOf(oneLine(from))}>`)
  return lines + header('MIME-Version', '1.0') + header('Content-Type', 'text/plain; charset=utf-8')
}

const header = (name: string, value: string): string => `${name}: ${value}${CRLF}`

/** A header cannot be broken out of. */
const oneLine = (text: string): string => text.replace(/[\r\n]+/g, ' ')
const addressList = (addresses: readonly string[]): string =>
  addresses.map((address) => encodedAddress(oneLine(address))).join(`,${CRLF} `)

/** Thu, 05 Mar 2026 09:00:00 GMT -> Thu, 05 Mar 2026 09:00:00 +0000 */
const mailDate = (atMs: number): string => new Date(atMs).toUTCString().replace('GMT', '+0000')

const wrapped = (text: string): string => text.replace(/.{1,76}/g, `$&${CRLF}`)

const PADDING = 'X-Padding: '
const [SHORTEST, LONGEST] = [PADDING.length + 1 + CRLF.length, 78]

/** Padding headers of this many bytes in total, but not fewer than the shortest header has. */
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
