import type { EventName } from '../../../../model/request/operation-types.ts'
import { type Drawing, within } from '../../../kit/drawing.ts'
import { inOrganization } from '../../../kit/in-organization.ts'
import { newest, own } from '../../../kit/own-rows.ts'
import type { Goal } from '../../../script/goal.ts'
import { advance, type Body, type Call, event, have, type Item } from '../../../script/script.ts'
import { rowsOf } from '../../../shadow/rows.ts'
import { acceptedShown, quarterOf } from '../checks/shown-posture.ts'
import { plainMail, verifiedDomain } from '../domains/sending.ts'

/** There is a domain that sends. */
export const ready: Goal[] = [have('VerifiedDomain')]

/** Mail from the newest domain that sends. */
export const sent = (more: (drawing: Drawing) => Item | undefined = () => ({})): Goal =>
  event('messageSent', (drawing) => {
    const [domain, rest] = [verifiedDomain(drawing), more(drawing)]
    return domain && rest && { ...plainMail(drawing, domain), ...rest }
  })

/** The same, by the newest key. */
export const byKey: Goal = sent((drawing) => {
  const key = newest(drawing, 'EmailSendKey')?.id
  return key === undefined ? undefined : { sendKeyId: key }
})

export const message = (drawing: Drawing, place = -1) => own(drawing, 'EmailMessage').at(place)
export const recipientOf = (drawing: Drawing) => message(drawing)?.to[0]

/** An outside event as the other organization would have it. */
export const nextDoor = (goal: Goal): Goal =>
  goal.kind === 'event'
    ? {
        ...goal,
        body: (drawing: Drawing) => {
          const theirs = within(drawing, 'outsider')
          return theirs && inOrganization(theirs, goal.event, goal.body(theirs))
        },
      }
    : goal

/** The fate of the newest message, or of one before. */
export const fate = (name: EventName, more: Item = {}, place = -1): Goal =>
  event(name, (drawing) => {
    const id = message(drawing, place)?.id
    return id === undefined ? undefined : { messageId: id, ...more }
  })

export const domainId = (drawing: Drawing, place: number): string | undefined =>
  own(drawing, 'EmailDomain').at(place)?.id

export const published: Goal = event('dnsRecordPublished', (drawing) => {
  const name = own(drawing, 'EmailDomain').at(-1)?.name
  return name === undefined ? undefined : { domain: name }
})
const lastDomain = (drawing: Drawing) => {
  const id = domainId(drawing, -1)
  return id === undefined ? undefined : { id }
}

/** One more domain that sends. */
export const anotherDomain = (call: Call): Goal[] => [
  call('createDomain'),
  published,
  call('checkDomain', { parameters: lastDomain }),
  advance('PT1H'),
]

const lastNextDoor = (drawing: Drawing) => {
  const theirs = within(drawing, 'outsider')
  return theirs && lastDomain(theirs)
}
/** Their newest domain is found in order. */
const foundNextDoor = (call: Call): Goal[] => [
  nextDoor(published),
  call('checkDomain', { manner: 'neighbour', parameters: lastNextDoor }),
  advance('PT1H'),
]

/** The same in the other organization. */
export const domainNextDoor = (call: Call): Goal[] => [
  call('createDomain', { manner: 'neighbour' }),
  ...foundNextDoor(call),
]

/** A domain of the other organization that receives and is seen to, in every reading of armed. */
export const receivingNextDoor = (call: Call, body: Body): Goal[] => [
  call('createDomain', { manner: 'neighbour', body }),
  ...foundNextDoor(call),
  call('armDomainReceiving', { manner: 'neighbour', parameters: lastNextDoor }),
  ...foundNextDoor(call),
  call('getDomain', { manner: 'neighbour', parameters: lastNextDoor }),
]

export const domain = (drawing: Drawing) => newest(drawing, 'EmailDomain')
export const newestDomain = (drawing: Drawing) => {
  const id = domain(drawing)?.id
  return id === undefined ? undefined : { id: String(id) }
}

/** Another domain that receives, made like this, in every reading of armed. */
export const receiving = (call: Call, made: Goal = call('createDomain')): Goal[] => [
  made,
  call('armDomainReceiving', { parameters: newestDomain }),
  event('dnsRecordPublished', (drawing) => {
    const name = domain(drawing)?.name
    return name === undefined ? undefined : { domain: name }
  }),
  call('checkDomain', { parameters: newestDomain }),
  advance('PT1H'),
  // Where it has to be verified for sending before it is armed, the rest is still to be done.
  have('NewestReceives'),
]

/** A route of the newest domain to our newest endpoint. */
export const routed =
  (pattern: (drawing: Drawing) => string): Body =>
  (drawing) => {
    const [domainId, endpointId] = [domain(drawing)?.id, newest(drawing, 'EmailWebhook')?.id]
    return domainId !== undefined && endpointId !== undefined
      ? { domainId, pattern: pattern(drawing), endpointId }
      : undefined
  }

/** Mail to an address of the newest domain. */
export const written = (localPart: (drawing: Drawing) => string, more: (drawing: Drawing) => Item = () => ({})): Goal =>
  event('messageReceived', (drawing) => {
    const name = domain(drawing)?.name
    const mail = { from: 'jo@customer.example', subject: 'plain', ...more(drawing) }
    return name && { ...mail, to: [`${localPart(drawing)}@${String(name)}`] }
  })

/** The target shows that the newest domain may send. */
export const nothingInTheWay = (call: Call): Goal[] => [
  call('getDomain', { parameters: newestDomain }),
  call('getEmailSettings'),
]

/**
 * The daily quota becomes what the settings have shown to be accepted, or so many fewer. They need not show it; then it is what
 * we know of, which is not too much.
 */
export const quotaOfShown = (fewer: number): Goal =>
  event('quotaChanges', ({ shadow, org }) => {
    const accepted = acceptedShown(shadow, org) ?? (fewer < 0 ? undefined : acceptedOfOurs(shadow, org))
    return accepted === undefined || accepted < fewer ? undefined : { quota: 'daily-email', value: accepted - fewer }
  })

/** The messages of this very quarter of an hour that went out; undefined where there is none. */
function acceptedOfOurs({ world }: Drawing['shadow'], org: string): number | undefined {
  const out = rowsOf(world, 'EmailMessage').filter(
    (row) => row.org === org && row.direction === 'send' && row.stage !== 'failed' && row.stage !== 'queued',
  )
  return out.filter(({ createdAtMs }) => quarterOf(createdAtMs) === quarterOf(world.nowMs)).length || undefined
}
