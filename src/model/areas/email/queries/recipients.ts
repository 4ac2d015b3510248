import type { Reader } from '../../../world/reader.ts'
import type { MessageRow } from '../state/index.ts'

/** The recipients that a message shows. Whether those that got nothing are among them is open (States, suppression). */
export function recipientsOf(reader: Reader, { to, cc, reached }: MessageRow): Pick<MessageRow, 'to' | 'cc'> {
  const suppressed = reached.length === 0 ? [] : [...to, ...(cc ?? [])].filter((address) => !reached.includes(address))
  if (suppressed.length === 0 || reader.gap('email.suppressed-recipients') === 'named') return { to, cc }
  const left = (addresses: readonly string[]) => addresses.filter((address) => reached.includes(address))
  return { to: left(to), cc: cc && left(cc) }
}
