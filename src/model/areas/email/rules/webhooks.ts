import { checkedBody } from '../../../request/checked-body.ts'
import { refusal } from '../../../rules/rule.ts'
import { seesDomain } from '../queries/access.ts'

const WRITING = {
  checklist: ['EML-14', 'EML-21'],
  where: 'Endpoints, Email, rows 22 and 23',
  on: ['createWebhook', 'updateWebhook'],
} as const

export const eventTypeUnknown = refusal({
  ...WRITING,
  id: 'email.event-type-unknown',
  says: 'Unknown event types are refused; the status is open.',
  where: 'Endpoints, Email, rows 22 and 23; Events, point 6',
  provenance: 'stated',
  stage: 'validation',
  status: 'general.validation-status',
  when: (context) => {
    const { org } = context.caller
    const [offered] = context.oldest('EmailEventType', 'all', org)
    // Without a known list of event types, none can be called wrong.
    const { eventTypes = [] } = (offered && checkedBody<'updateWebhook'>(context)) ?? {}
    const unknown = eventTypes.find((type) => !context.get('EmailEventType', org, type))
    return unknown === undefined ? undefined : `there is no event type ${unknown}`
  },
})

export const eventTypesEmpty = refusal({
  ...WRITING,
  id: 'email.event-types-empty',
  says: 'An endpoint without event types may be refused.',
  provenance: 'assumed',
  stage: 'validation',
  status: 'general.validation-status',
  when: (context) =>
    checkedBody<'updateWebhook'>(context)?.eventTypes?.length === 0 &&
    context.gap('email.empty-event-types') === 'refuse'
      ? 'eventTypes must not be empty'
      : undefined,
})

export const eventTypesRepeated = refusal({
  ...WRITING,
  id: 'email.event-types-repeated',
  says: 'An event type that is named twice may be refused.',
  provenance: 'assumed',
  stage: 'validation',
  status: 'general.validation-status',
  when: (context) => {
    const { eventTypes = [] } = checkedBody<'updateWebhook'>(context) ?? {}
    if (new Set(eventTypes).size === eventTypes.length) return undefined
    return context.gap('email.duplicate-event-types') === 'refuse' ? 'an event type is named twice' : undefined
  },
})

const SCHEMES = { 'http-or-https': /^https?:/i, https: /^https:/i, any: /^/ } as const

export const urlUnsuitable = refusal({
  ...WRITING,
  id: 'email.url-unsuitable',
  says: 'A URL whose scheme is not allowed for endpoints may be refused.',
  provenance: 'assumed',
  stage: 'validation',
  status: 'general.validation-status',
  when: (context) => {
    const url = checkedBody<'updateWebhook'>(context)?.url
    if (url === undefined || SCHEMES.https.test(url)) return undefined
    return SCHEMES[context.gap('email.webhook-url')].test(url) ? undefined : 'this url cannot be delivered to'
  },
})

export const urlTaken = refusal({
  ...WRITING,
  id: 'email.url-taken',
  says: 'A second endpoint with the same URL may be refused.',
  provenance: 'assumed',
  stage: 'conflict',
  status: 'email.conflict-status',
  when: (context) => {
    const url = checkedBody<'updateWebhook'>(context)?.url
    if (url === undefined) return undefined
    const itself = context.named('EmailWebhook')?.id
    const taken = Iterator.from(context.oldest('EmailWebhook', 'url', context.caller.org, url)).some(
      ({ id }) => id !== itself,
    )
    return taken && context.gap('email.duplicate-webhook-url') === 'refuse'
      ? 'another endpoint has this url'
      : undefined
  },
})

export const changeEmpty = refusal({
  id: 'email.change-empty',
  says: 'Updating an endpoint without any field may be refused.',
  checklist: ['EML-14'],
  where: 'Endpoints, Email, row 23 (not said)',
  provenance: 'assumed',
  stage: 'validation',
  status: 'general.validation-status',
  on: ['updateWebhook'],
  when: (context) => {
    const body = checkedBody<'updateWebhook'>(context)
    if (!body || ['url', 'eventTypes', 'disabled'].some((field) => field in body)) return undefined
    return context.gap('general.empty-patch') === 'refuse' ? 'nothing to change is named' : undefined
  },
})

export const routeTargets = refusal({
  id: 'email.route-targets-endpoint',
  says: 'An endpoint that an inbound route points to cannot be deleted: 409.',
  checklist: ['EML-14'],
  where: 'Endpoints, Email, row 24; Errors, Email webhooks DELETE',
  provenance: 'stated',
  stage: 'conflict',
  status: 409,
  on: ['deleteWebhook'],
  when: (context) => {
    const [route] = context.oldest(
      'EmailRoute',
      'endpoint',
      context.caller.org,
      context.named('EmailWebhook')?.id ?? '',
    )
    return route && 'a route still targets this endpoint'
  },
})

const AGAIN = {
  checklist: ['EML-16'],
  where: 'Endpoints, Email, row 27 (not said)',
  provenance: 'assumed',
  on: ['redeliverDelivery'],
} as const

export const deliveryUnfinished = refusal({
  ...AGAIN,
  id: 'email.delivery-unfinished',
  says: 'Redelivering a pending delivery may be refused.',
  stage: 'conflict',
  status: 'email.conflict-status',
  when: (context) =>
    context.named('EmailDelivery')?.finished === false && context.gap('email.redeliver-unfinished') === 'refuse'
      ? 'this delivery is still under way'
      : undefined,
})

export const redeliveryToDisabled = refusal({
  ...AGAIN,
  id: 'email.redelivery-to-disabled',
  says: 'Redelivering to a disabled endpoint may be refused.',
  stage: 'conflict',
  status: 'email.conflict-status',
  when: (context) => {
    const endpoint = context.get('EmailWebhook', context.caller.org, context.named('EmailDelivery')?.endpointId ?? '')
    if (!endpoint?.disabled) return undefined
    return context.gap('email.redeliver-disabled') === 'refuse' ? 'the endpoint is disabled' : undefined
  },
})

export const redeliveryToDeleted = refusal({
  ...AGAIN,
  id: 'email.redelivery-to-deleted',
  says: 'Redelivering to a deleted endpoint may be refused.',
  stage: 'existence',
  status: 'email.unknown-reference-status',
  when: (context) => {
    const delivery = context.named('EmailDelivery')
    if (!delivery || context.get('EmailWebhook', delivery.org, delivery.endpointId)) return undefined
    return context.gap('email.redeliver-deleted-endpoint') === 'refuse' ? 'the endpoint is gone' : undefined
  },
})

export const deliveryFilterUnknown = refusal({
  id: 'email.delivery-filter-unknown',
  says: 'A filter for a message or endpoint that is unknown, or a message that the caller may not see, may be refused.',
  checklist: ['EML-15'],
  where: 'Endpoints, Email, row 26 (not said)',
  provenance: 'assumed',
  stage: 'existence',
  status: 'email.unknown-reference-status',
  on: ['listDeliveries'],
  when: (context) => {
    const { messageId, endpointId } = context.query
    const { caller } = context
    const { org } = caller
    const message = messageId === undefined ? undefined : context.get('EmailMessage', org, messageId)
    const known =
      (messageId === undefined || (message && seesDomain(context, caller, message.domainId))) &&
      (endpointId === undefined || context.get('EmailWebhook', org, endpointId))
    return known || context.gap('email.unknown-filter') === 'empty' ? undefined : 'the filter names nothing'
  },
})
