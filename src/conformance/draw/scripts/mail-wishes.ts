import type { Wish } from '../walk.ts'
import { plainMail, verifiedDomain } from '../ways.ts'
import { advance, type Body, type Calls, event, have, type Item, own } from './script.ts'

export type Drawing = Parameters<Body>[0]

/** There is a domain that sends. */
export const ready: Wish[] = [have('VerifiedDomain')]

/** Mail from the newest domain that sends. */
export const sent = (more: (drawing: Drawing) => Item | undefined = () => ({})): Wish =>
  event('messageSent', (drawing) => {
    const [domain, rest] = [verifiedDomain(drawing), more(drawing)]
    return domain && rest && { ...plainMail(drawing, domain), ...rest }
  })

export const message = (drawing: Drawing, place = -1) => own(drawing, 'EmailMessage').at(place)
export const recipientOf = (drawing: Drawing) => (message(drawing)?.to as readonly string[] | undefined)?.[0]

/** What becomes of the newest message. */
export const fate = (name: string, more: Item = {}): Wish =>
  event(name, (drawing) => {
    const id = message(drawing)?.id
    return id === undefined ? undefined : { messageId: id, ...more }
  })

export const domainId = (drawing: Drawing, place: number): string | undefined => {
  const id = own(drawing, 'EmailDomain').at(place)?.id
  return id === undefined ? undefined : String(id)
}

/** One more domain that sends. */
export const anotherDomain = (call: Calls): Wish[] => [
  call('createDomain'),
  event('dnsRecordPublished', (drawing) => {
    const domain = own(drawing, 'EmailDomain').at(-1)?.name
    return domain === undefined ? undefined : { domain }
  }),
  call('checkDomain', {
    parameters: (drawing) => {
      const id = domainId(drawing, -1)
      return id === undefined ? undefined : { id }
    },
  }),
  advance('PT1H'),
]
