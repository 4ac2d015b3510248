import type { Context, Handlers } from './context.ts'
import { param } from './context.ts'
import { queueDelivery } from './deliveries.ts'
import type { Delivery, Webhook } from './entities.ts'
import { shown } from './moments.ts'
import { refuse } from './refusal.ts'
import { newSecret } from './secrets.ts'
import { ofOrganization, oldestFirst } from './world.ts'

/** Webhook endpoints and their deliveries (Endpoints, Email; Events 1). */
export const emailWebhookHandlers: Handlers = {
  listWebhooks(ctx) {
    const own = ofOrganization(ctx.world, ctx.world.webhooks.values(), ctx.org.slug)
    return { webhooks: own.map((webhook) => shownWebhook(ctx, webhook)) }
  },

  createWebhook(ctx) {
    const { world, org, read } = ctx
    const body = read.object(ctx.body, 'body', ['url', 'eventTypes'])
    const url = urlOf(ctx, body.url)
    const webhook: Webhook = {
      ...world.made(org),
      id: world.newId('wh'),
      url,
      eventTypes: eventTypesOf(ctx, body.eventTypes),
      disabled: false,
      secret: newSecret('whsec_'),
      script: undefined,
    }
    world.webhooks.set(webhook.id, webhook)
    return { webhook: shownWebhook(ctx, webhook), signingSecret: webhook.secret }
  },

  updateWebhook(ctx) {
    const { read, fault } = ctx
    const webhook = webhookOf(ctx)
    const body = read.object(ctx.body, 'body', ['url', 'eventTypes', 'disabled'])
    const url = read.maybe(body, 'url', (value) => urlOf(ctx, value))
    const eventTypes = read.maybe(body, 'eventTypes', (value) => eventTypesOf(ctx, value))
    const disabled = read.maybe(body, 'disabled', read.boolean)
    webhook.url = url ?? webhook.url
    webhook.eventTypes = eventTypes ?? (fault('webhook-patch-drops-types') ? [] : webhook.eventTypes)
    const stuck = webhook.disabled && fault('webhook-stays-disabled')
    webhook.disabled = stuck || (disabled ?? webhook.disabled)
    return shownWebhook(ctx, webhook)
  },

  deleteWebhook(ctx) {
    const { world, choice, fault } = ctx
    const webhook = webhookOf(ctx)
    const targeted = [...world.routes.values()].some(({ endpointId }) => endpointId === webhook.id)
    if (targeted && !fault('routed-webhook-deleted')) refuse(409, 'an inbound route still targets this endpoint')
    world.webhooks.delete(webhook.id)
    if (!choice.deliveriesOfDeletedEndpoint)
      for (const { id, endpointId } of [...world.deliveries.values()])
        if (endpointId === webhook.id) world.deliveries.delete(id)
    return undefined
  },

  rotateWebhookSecret(ctx) {
    const webhook = webhookOf(ctx)
    if (!ctx.fault('rotation-keeps-secret')) webhook.secret = newSecret('whsec_')
    return { signingSecret: webhook.secret }
  },

  listDeliveries(ctx) {
    const { world, choice, org, query, fault } = ctx
    const messageId = query.get('messageId')
    const endpointId = query.get('endpointId')
    const own = [...world.deliveries.values()]
      .filter((delivery) => delivery.org === org.slug)
      .filter((delivery) => messageId === null || delivery.messageId === messageId || fault('delivery-filter-ignored'))
      .filter((delivery) => endpointId === null || delivery.endpointId === endpointId)
      .sort(oldestFirst)
    const recent = (fault('deliveries-oldest-first') ? own : own.reverse()).slice(0, choice.recentDeliveries)
    return { deliveries: recent.map((delivery) => shownDelivery(ctx, delivery)) }
  },

  /** A new record from the frozen payload; the old one stays as it is (States, webhook delivery). */
  redeliverDelivery(ctx) {
    const { world, choice, org } = ctx
    if (!/^\d+$/.test(param(ctx, 'id'))) refuse(choice.badDeliveryId, 'not a delivery id')
    const old = world.deliveries.get(Number(param(ctx, 'id')))
    if (old?.org !== org.slug) return refuse(404, 'unknown delivery')
    const webhook = world.webhooks.get(old.endpointId) ?? refuse(404, 'the endpoint is gone')
    if (webhook.disabled && choice.redeliverToDisabled === 'refuse') refuse(409, 'the endpoint is disabled')
    if (ctx.fault('redelivery-reuses-record')) return { id: old.id }
    return { id: queueDelivery(world, org, webhook, old).id }
  },
}

function webhookOf(ctx: Context): Webhook {
  const webhook = ctx.world.webhooks.get(param(ctx, 'id'))
  const foreign = webhook?.org !== ctx.org.slug && !ctx.fault('foreign-webhook-changed')
  return !webhook || foreign ? refuse(404, 'unknown endpoint') : webhook
}

function urlOf({ read, choice }: Context, value: unknown): string {
  const url = read.uri(value, 'url')
  return choice.variant === 'b' && !/^https?:/i.test(url) ? read.bad('url: http or https') : url
}

function eventTypesOf({ read, choice, fault }: Context, value: unknown): string[] {
  const offered = Object.values(choice.eventTypes)
  const types = read.list(fault('event-type-anything') ? read.string : read.oneOf(offered))(value, 'eventTypes')
  if (types.length === 0 && !choice.emptyEventTypes) read.bad('eventTypes: empty')
  const unique = [...new Set(types)]
  if (unique.length < types.length && choice.repeatedEventTypes === 'refuse') read.bad('eventTypes: repeated')
  return unique
}

function shownWebhook({ choice, fault }: Context, webhook: Webhook) {
  const { id, url, eventTypes, disabled, secret, createdAt } = webhook
  const leaked = fault('signing-secret-listed') ? { signingSecret: secret } : {}
  return { id, url, eventTypes, disabled, createdAt: shown(choice, createdAt), ...leaked }
}

function shownDelivery({ choice, fault }: Context, delivery: Delivery) {
  const { id, endpointId, eventType, messageId, state, lastStatus, lastError, deliveredAt, createdAt } = delivery
  return {
    id,
    endpointId,
    eventType,
    ...(messageId === undefined ? {} : { messageId }),
    state,
    attempts: fault('attempts-uncounted') ? 0 : delivery.attempts,
    ...(lastStatus === undefined ? {} : { lastStatus }),
    ...(lastError === undefined ? {} : { lastError }),
    ...(deliveredAt === undefined ? {} : { deliveredAt: shown(choice, deliveredAt) }),
    createdAt: shown(choice, createdAt),
  }
}
