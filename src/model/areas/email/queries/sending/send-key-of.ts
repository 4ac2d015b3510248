import type { Reader } from '../../../../world/reader.ts'
import type { SendKeyRow } from '../../state/index.ts'

/** The send key that somebody presents, revoked or not. */
export function sendKeyOf(reader: Reader, secret: string | undefined): SendKeyRow | undefined {
  if (secret === undefined) return undefined
  const [key] = reader.newest('EmailSendKey', 'secret', secret)
  return key
}
