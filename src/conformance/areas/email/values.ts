import fc from 'fast-check'
import { isoTime, plainName } from '../../kit/drawing.ts'
import { anyOwn } from '../../kit/own-rows.ts'
import type { PlainValue, PlainValues } from '../../kit/plain-values.ts'
import { routableDomains } from './domains/armed.ts'
import { plainMail, verifiedDomain } from './domains/sending.ts'

const DAY_MS = 86_400_000

const url: PlainValue = (drawing) => `https://${plainName(drawing)}.example.com/hook`
const eventTypes: PlainValue = ({ vocabulary, sampler }) =>
  vocabulary.eventTypes &&
  (sampler.chance(0.6)
    ? vocabulary.eventTypes
    : sampler.draw(fc.shuffledSubarray([...vocabulary.eventTypes], { minLength: 1 })))

export const domainIds: PlainValue = (drawing) => {
  const domain = anyOwn(drawing, 'EmailDomain')
  return domain && [domain.id]
}

/** Armed domains only: others get no routes (Errors, Email routes). */
const route: PlainValue = (drawing) => {
  const domain = drawing.sampler.pick(routableDomains(drawing))
  const endpoint = anyOwn(drawing, 'EmailWebhook')
  return domain && endpoint && { domainId: domain.id, pattern: plainName(drawing), endpointId: endpoint.id }
}

export const EMAIL_VALUES: PlainValues = {
  createSendKey: { fields: { domainIds } },
  createRoute: { body: route },
  createDomain: {
    body: (drawing) =>
      drawing.vocabulary.domainSuffix && { name: `${plainName(drawing)}.${drawing.vocabulary.domainSuffix}` },
  },
  // Values of state are the target's own, and a cursor comes from an answer: neither is drawn.
  listMessages: {
    fields: {
      since: ({ shadow }) => isoTime(shadow.world.nowMs - DAY_MS),
      to: (drawing) => drawing.sampler.pick(anyOwn(drawing, 'EmailMessage')?.to ?? []),
    },
  },
  createSuppression: { fields: { address: (drawing) => `${plainName(drawing)}@reader.example` } },
  createWebhook: { fields: { url, eventTypes } },
  updateWebhook: { fields: { url, eventTypes } },
  sendMessage: {
    body: (drawing) => {
      const domain = verifiedDomain(drawing)
      return domain && plainMail(drawing, domain)
    },
  },
}
