import type { components } from '../../../../contract/generated/api.ts'
import type { Reader } from '../../../world/reader.ts'
import type {
  DeliveryRow,
  DomainRow,
  MessageEventRow,
  MessageRow,
  RouteRow,
  SendKeyRow,
  SuppressionRow,
  WebhookRow,
} from '../state/index.ts'
import { keyDomainsShown, keySecretOnce } from '../statements/keys.ts'
import { attemptsRecorded, signingSecretOnce } from '../statements/webhooks.ts'
import { recipientsOf } from './recipients.ts'

type Schemas = components['schemas']

export function sendKeyView(reader: Reader, key: SendKeyRow): Schemas['EmailSendKey'] {
  const { id, name, keyId, createdAt, lastUsedAt } = key
  const domainIds = domainIdsShown(reader, key)
  reader.cite(keySecretOnce)
  return { id, name, keyId, domainIds, createdAt, ...(lastUsedAt !== undefined && { lastUsedAt }) }
}

function domainIdsShown(reader: Reader, { org, orgWide, domainIds }: SendKeyRow): string[] {
  if (!orgWide) {
    reader.cite(keyDomainsShown)
    return [...domainIds]
  }
  if (reader.gap('email.org-wide-domain-ids') === 'empty') return []
  return [...reader.oldest('EmailDomain', 'all', org)].map(({ id }) => id)
}

export const routeView = ({ id, domainId, pattern, endpointId, createdAt }: RouteRow): Schemas['EmailRoute'] => ({
  id,
  domainId,
  pattern,
  endpointId,
  createdAt,
})

export function domainView(domain: DomainRow): Schemas['EmailDomain'] {
  const { id, name, sendState, receiveState, createdAt, dnsRecords } = domain
  return { id, name, sendState, receiveState, createdAt, dnsRecords }
}

export function webhookView(reader: Reader, webhook: WebhookRow): Schemas['EmailWebhook'] {
  const { id, url, eventTypes, disabled, createdAt } = webhook
  reader.cite(signingSecretOnce)
  return { id, url, eventTypes: [...eventTypes], disabled, createdAt }
}

export function messageView(reader: Reader, message: MessageRow): Schemas['EmailMessage'] {
  const { id, direction, state, from, subject, sizeBytes, door, domainId, lastError } = message
  const { to, cc } = recipientsOf(reader, message)
  const { createdAt, sentAt, stateAt } = message
  return {
    id,
    direction,
    state,
    from,
    to: [...to],
    ...(cc && { cc: [...cc] }),
    ...(subject !== undefined && { subject }),
    sizeBytes,
    ...(door !== undefined && { door }),
    domainId,
    ...(lastError !== undefined && { lastError }),
    createdAt,
    ...(sentAt !== undefined && { sentAt }),
    stateAt,
  }
}

export function messageEventView(event: MessageEventRow): Schemas['EmailMessageEvent'] {
  const { kind, bounceType, recipient, detail, occurredAt } = event
  return {
    kind,
    ...(bounceType !== undefined && { bounceType }),
    ...(recipient !== undefined && { recipient }),
    ...(detail && { detail }),
    occurredAt,
  }
}

export const suppressionView = ({ id, address, reason, createdAt }: SuppressionRow): Schemas['EmailSuppression'] => ({
  id,
  address,
  reason,
  createdAt,
})

export function deliveryView(reader: Reader, delivery: DeliveryRow): Schemas['EmailDelivery'] {
  const { number: id, endpointId, eventType, messageId, state, attempts, createdAt } = delivery
  const about = { endpointId, eventType, ...(messageId !== undefined && { messageId }) }
  reader.cite(attemptsRecorded)
  const { lastStatus, lastError, deliveredAt } = delivery
  return {
    id,
    ...about,
    state,
    attempts,
    ...(lastStatus !== undefined && { lastStatus }),
    ...(lastError !== undefined && { lastError }),
    ...(deliveredAt !== undefined && { deliveredAt }),
    createdAt,
  }
}
