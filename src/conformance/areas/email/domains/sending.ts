import { type Drawing, plainName } from '../../../kit/drawing.ts'
import { own } from '../../../kit/own-rows.ts'

/** Our newest domain that sends. */
export const verifiedDomain = (drawing: Drawing) =>
  own(drawing, 'EmailDomain').findLast(({ sendState }) => sendState === 'verified')

/** A message of a domain that everybody takes. */
export const plainMail = (drawing: Drawing, domain: { readonly name: string }) => ({
  from: `news@${domain.name}`,
  to: [`${plainName(drawing)}@reader.example`],
  subject: 'plain',
  text: 'plain text',
})
