import { type Drawing, plainName } from '../../kit/drawing.ts'
import type { DrawnEvent, DrawnEvents } from '../../kit/drawn-event.ts'
import { anyOwn, own } from '../../kit/own-rows.ts'
import { armedDomains } from './domains/armed.ts'
import { plainMail } from './domains/sending.ts'

/** The fate of one of our messages that went out. */
const fate = (more: (drawing: Drawing) => object, mayPause = false): DrawnEvent => ({
  about: 'EmailMessage',
  body(drawing) {
    // It may cause a pause that cannot be lifted here.
    if (mayPause && !drawing.canCause('sendingUnpaused')) return undefined
    const out = own(drawing, 'EmailMessage').filter(({ direction }) => direction === 'send')
    const message = drawing.sampler.pick(out)
    // Of somebody whom suppression kept it from nothing can be heard.
    const recipient = message && drawing.sampler.pick(message.reached)
    return message && recipient && { messageId: message.id, recipient, ...more(drawing) }
  },
})

const recipients = (drawing: Drawing): string[] => {
  const known = anyOwn(drawing, 'EmailSuppression')?.address
  const others = [`${plainName(drawing)}@reader.example`, `${plainName(drawing)}@reader.example`]
  return drawing.sampler.chance(0.3) && known !== undefined
    ? [known, ...others.slice(0, 1)]
    : others.slice(0, drawing.sampler.chance(0.5) ? 1 : 2)
}

const copied = (drawing: Drawing) =>
  drawing.sampler.chance(0.3) ? { cc: [`${plainName(drawing)}@reader.example`] } : {}

/** Something that becomes of the records of one of our domains. */
const inDns = (more: (drawing: Drawing) => object): DrawnEvent => ({
  about: 'EmailDomain',
  body(drawing) {
    const domain = anyOwn(drawing, 'EmailDomain')
    return domain && { domain: domain.name, ...more(drawing) }
  },
})

/** By one of our keys now and then, if there is one for the domain. */
function keyFor(drawing: Drawing, domainId: string): { readonly sendKeyId?: string } {
  const keys = own(drawing, 'EmailSendKey').filter(
    ({ domainIds }) => domainIds.length === 0 || domainIds.includes(domainId),
  )
  const key = drawing.sampler.chance(0.5) ? drawing.sampler.pick(keys) : undefined
  return key ? { sendKeyId: key.id } : {}
}

export const EMAIL_EVENTS: DrawnEvents = {
  dnsRecordPublished: inDns(() => ({})),
  dnsRecordRemoved: {
    ...inDns(({ sampler }) => (sampler.chance(0.5) ? { capability: 'send' } : {})),
    inWalksOnly: true,
  },
  dnsRecordMismatched: { ...inDns((drawing) => ({ value: plainName(drawing) })), inWalksOnly: true },
  messageSent: {
    about: 'EmailMessage',
    makes: ['EmailMessage', 'EmailDelivery'],
    body: (drawing) => {
      const domain = drawing.sampler.pick(own(drawing, 'EmailDomain').filter((one) => one.sendState === 'verified'))
      return (
        domain && {
          ...plainMail(drawing, domain),
          ...keyFor(drawing, domain.id),
          to: recipients(drawing),
          ...copied(drawing),
        }
      )
    },
  },
  messageReceived: {
    about: 'EmailMessage',
    needs: 'ReceivingDomain',
    makes: ['EmailMessage', 'EmailDelivery'],
    body: (drawing) => {
      const domain = drawing.sampler.pick(armedDomains(drawing).filter((one) => one.receiveState === 'verified'))
      const route = anyOwn(drawing, 'EmailRoute')
      const local = route && drawing.sampler.chance(0.5) ? route.pattern.replaceAll('*', 'any') : plainName(drawing)
      return (
        domain && {
          from: 'somebody@elsewhere.example',
          to: [`${local.split('@')[0]}@${domain.name}`],
          subject: 'hello',
          text: 'hello',
        }
      )
    },
  },
  messageDelivered: fate(() => ({})),
  messageBounced: fate(({ sampler }) => ({ bounce: sampler.pick(['hard', 'soft']) }), true),
  messageComplained: fate(() => ({}), true),
  webhookEndpointAnswers: {
    about: 'EmailDelivery',
    body: (drawing) => {
      const endpoint = anyOwn(drawing, 'EmailWebhook')
      const status = drawing.sampler.pick([200, 204, 410, 500, 503])
      return endpoint && { endpointId: endpoint.id, answers: [{ status }] }
    },
  },
}
