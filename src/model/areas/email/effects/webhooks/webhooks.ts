import { listed } from '../../../../request/listed.ts'
import type { Reader } from '../../../../world/reader.ts'
import type { Effect } from '../../../area.ts'
import { webhookView } from '../../queries/views.ts'
import type { WebhookRow } from '../../state/index.ts'
import { patchOnlyNamed } from '../../statements/webhooks.ts'
import { endDeliveries, resumeDeliveries } from './endpoint-deliveries.ts'

export const listWebhooks: Effect<'listWebhooks'> = (context) => {
  const rows = listed(context, context.oldest('EmailWebhook', 'all', context.caller.org), ({ url }) => url)
  return { webhooks: rows.map((webhook) => webhookView(context, webhook)) }
}

export const createWebhook: Effect<'createWebhook'> = (context) => {
  const { url, eventTypes } = context.body
  const signingSecret = context.fresh.secret('whsec')
  const webhook = context.put('EmailWebhook', {
    id: context.fresh.id('EmailWebhook'),
    org: context.caller.org,
    seq: context.serial(),
    url,
    eventTypes: keptTypes(context, eventTypes),
    disabled: false,
    createdAt: context.fresh.time(context.nowMs),
    signingSecret,
    formerSecret: undefined,
    script: undefined,
  })
  return { webhook: webhookView(context, webhook), signingSecret }
}

function keptTypes(reader: Reader, eventTypes: readonly string[]): readonly string[] {
  const once = [...new Set(eventTypes)]
  return once.length === eventTypes.length || reader.gap('email.duplicate-event-types') === 'keep' ? eventTypes : once
}

export const updateWebhook: Effect<'updateWebhook'> = (context) => {
  const before = context.the('EmailWebhook')
  const { url, eventTypes, disabled } = context.body
  context.cite(patchOnlyNamed)
  const webhook: WebhookRow = {
    ...before,
    ...(url !== undefined && { url }),
    ...(eventTypes && { eventTypes: keptTypes(context, eventTypes) }),
    ...(disabled !== undefined && { disabled }),
  }
  context.put('EmailWebhook', webhook)
  if (webhook.disabled && !before.disabled && context.gap('email.disabled-pending') === 'failed')
    endDeliveries(context, webhook, 'disabled')
  if (before.disabled && !webhook.disabled) resumeDeliveries(context, webhook)
  return webhookView(context, webhook)
}

export const rotateWebhookSecret: Effect<'rotateWebhookSecret'> = (context) => {
  const before = context.the('EmailWebhook')
  const signingSecret = context.fresh.secret('whsec')
  context.put('EmailWebhook', { ...before, signingSecret, formerSecret: before.signingSecret })
  return { signingSecret }
}

export const deleteWebhook: Effect<'deleteWebhook'> = (context) => {
  const webhook = context.the('EmailWebhook')
  const { org, id } = webhook
  endDeliveries(context, webhook, 'deleted')
  const [delivery] = context.oldest('EmailDelivery', 'endpoint', org, id)
  if (delivery && context.gap('email.deleted-endpoint-deliveries') === 'remove')
    for (const old of [...context.oldest('EmailDelivery', 'endpoint', org, id)])
      context.remove('EmailDelivery', org, old.id)
  context.remove('EmailWebhook', org, id)
  return undefined
}
