import type { MessageRow } from '../../state/index.ts'
import { domainOf } from '../addresses.ts'
import { base64, bytesIn, encodedAddress, encodedWord, isPlain } from './mail-encoding.ts'

const CRLF = '\r\n'
/** The longest line that mail may have (RFC 5322, 2.1.1). */
const LONGEST_LINE = 998

type Mail = Pick<MessageRow, 'id' | 'from' | 'to' | 'cc' | 'subject' | 'text' | 'createdAtMs' | 'askedBytes'>

/** A message as it goes over the wire, such as any mail parser reads (RFC 5322, MIME). */
export function rawMessage(mail: Mail): string {
  const { head, text, isSevenBit } = parts(mail)
  const body = isSevenBit ? text + CRLF : wrapped(base64(text))
  return head + padding(mail, bytesIn(head) + CRLF.length + bytesIn(body)) + CRLF + body
}

/** How many bytes that is, without encoding the text: every message shows its size, and few are read. */
export function rawSize(mail: Mail): number {
  const { head, text, isSevenBit } = parts(mail)
  const body = isSevenBit ? text.length + CRLF.length : wrappedLength(4 * Math.ceil(bytesIn(text) / 3))
  const bare = bytesIn(head) + CRLF.length + body
  return bare + padding(mail, bare).length
}

interface Parts {
  readonly head: string
  readonly text: string
  /** The text goes as it is; any other is encoded. */
  readonly isSevenBit: boolean
}

function parts(mail: Mail): Parts {
  const text = mail.text === undefined ? '' : mail.text.replace(/\r\n|\r|\n/g, CRLF)
  const isSevenBit = isPlain(text) && text.split(CRLF).every((line) => line.length <= LONGEST_LINE)
  const head = `${headers(mail)}Content-Transfer-Encoding: ${isSevenBit ? '7bit' : 'base64'}${CRLF}`
  return { head, text, isSevenBit }
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

const LINE = 76
const wrapped = (text: string): string => text.replace(new RegExp(`.{1,${LINE}}`, 'g'), `$&${CRLF}`)
const wrappedLength = (length: number): number => length + CRLF.length * Math.ceil(length / LINE)

const PADDING = 'X-Padding: '
const [SHORTEST, LONGEST] = [PADDING.length + 1 + CRLF.length, 78]

/** Headers that bring a message of so many bytes to the size that was asked for, as far as a header can be that short. */
function padding({ askedBytes = 0 }: Mail, bytes: number): string {
  const lines: string[] = []
  for (let missing = askedBytes - bytes; missing >= SHORTEST; ) {
    const rest = missing - Math.min(LONGEST, missing)
    const length = rest > 0 && rest < SHORTEST ? LONGEST - SHORTEST : missing - rest
    lines.push(`${PADDING}${'x'.repeat(length - PADDING.length - CRLF.length)}${CRLF}`)
    missing -= length
  }
  return lines.join('')
}
