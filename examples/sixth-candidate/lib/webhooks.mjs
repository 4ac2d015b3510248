// Deliveries to webhook endpoints: signed requests with retries on the service's clock.
import { createHmac, randomBytes } from 'node:crypto'
import { compact, conflict, HOUR, iso, MINUTE, newId, SECOND } from './util.mjs'

const RETRY_AFTER = [10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR]
const TIMEOUT = 10 * SECOND
const FAILURES = {
  timeout: 'timed out',
  refused: 'connection refused',
  reset: 'connection reset',
  unresolved: 'host not found',
  tls: 'TLS handshake failed',
}

export const newSigningSecret = () => `whsec_${randomBytes(24).toString('base64')}`

/** Headers after the Standard Webhooks convention. */
function sign(secret, id, body) {
  const timestamp = Math.floor(Date.now() / 1000) // receivers compare it with their own clock
  const signature = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': `v1,${signature}` }
}

/** Creates a delivery and starts it. `payload` is frozen as the text that is sent. */
export function deliver(w, org, endpoint, { eventType, messageId, data, from }) {
  const now = w.now()
  const eventId = from?.eventId ?? newId('evt')
  const payload = from?.payload ?? JSON.stringify({ id: eventId, type: eventType, createdAt: iso(now), data })
  const delivery = {
    id: ++w.deliveryCount,
    endpointId: endpoint.id,
    eventType,
    messageId,
    eventId,
    payload,
    state: 'pending',
    attempts: 0,
    createdAt: now,
    seq: w.seq(),
  }
  org.email.deliveries.set(delivery.id, delivery)
  start(w, org, delivery)
  return delivery
}

export function redeliver(w, org, delivery) {
  const endpoint = org.email.webhooks.get(delivery.endpointId)
  if (!endpoint) throw conflict('The endpoint of this delivery was deleted.')
  if (endpoint.disabled) throw conflict('The endpoint of this delivery is disabled.')
  return deliver(w, org, endpoint, { eventType: delivery.eventType, messageId: delivery.messageId, from: delivery })
}

/** Ends what is still to be sent to an endpoint that was disabled or deleted. */
export function abandon(org, endpointId, reason) {
  for (const delivery of org.email.deliveries.values()) {
    if (delivery.endpointId === endpointId && delivery.state === 'pending') {
      delivery.cancel?.()
      delivery.state = 'failed'
      delivery.lastError = reason
    }
  }
}

const start = (w, org, delivery) =>
  setImmediate(() => attempt(w, org, delivery).catch((error) => console.error(`delivery ${delivery.id}:`, error)))

async function attempt(w, org, delivery) {
  if (delivery.state !== 'pending') return
  const endpoint = org.email.webhooks.get(delivery.endpointId)
  if (!endpoint || endpoint.disabled) return abandon(org, delivery.endpointId, 'the endpoint is disabled')
  delivery.state = 'delivering'
  delivery.attempts++
  const body = delivery.payload
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'platform-email-webhooks/1',
    ...sign(endpoint.signingSecret, delivery.eventId, body),
  }
  const scripted = nextScripted(endpoint)
  const record = {
    deliveryId: delivery.id,
    endpointId: endpoint.id,
    attempt: delivery.attempts,
    at: iso(w.now()),
    url: endpoint.url,
    headers,
    body,
    scripted: scripted !== null,
  }
  w.attempts.push(record)
  if (w.attempts.length > 5000) w.attempts.shift()
  const result = scripted ?? (await send(endpoint.url, headers, body))
  if (result.status !== undefined) record.status = result.status
  if (result.error !== undefined) record.error = result.error
  finish(w, org, delivery, result)
}

function nextScripted(endpoint) {
  const script = endpoint.script
  if (!script) return null
  const answer =
    script.answers.length > 0 ? script.answers.shift() : script.afterwards === 'repeat-last' ? script.last : null
  if (!answer) {
    endpoint.script = null
    return null
  }
  script.last = answer
  return answer.failure ? { error: FAILURES[answer.failure] } : { status: answer.status ?? 200 }
}

async function send(url, headers, body) {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT),
    })
    await response.body?.cancel()
    return { status: response.status }
  } catch (error) {
    return {
      error:
        error.name === 'TimeoutError' ? FAILURES.timeout : (error.cause?.code ?? error.cause?.message ?? error.message),
    }
  }
}

function finish(w, org, delivery, { status, error }) {
  delivery.lastStatus = status
  if (status >= 200 && status < 300) {
    delivery.state = 'delivered'
    delivery.deliveredAt = w.now()
    delivery.lastError = undefined
    return
  }
  delivery.lastError = error ?? `the endpoint answered ${status}`
  const endpoint = org.email.webhooks.get(delivery.endpointId)
  const wait = RETRY_AFTER[delivery.attempts - 1]
  if (wait === undefined || !endpoint || endpoint.disabled) {
    delivery.state = 'failed'
    return
  }
  delivery.state = 'pending'
  delivery.cancel = w.clock.after(wait, 'delivery-retry', 'EmailDelivery', delivery.id, () => {
    attempt(w, org, delivery).catch((error) => console.error(`delivery ${delivery.id}:`, error))
  })
}

export const showDelivery = (d) =>
  compact({
    id: d.id,
    endpointId: d.endpointId,
    eventType: d.eventType,
    messageId: d.messageId,
    state: d.state,
    attempts: d.attempts,
    lastStatus: d.lastStatus,
    lastError: d.lastError,
    deliveredAt: d.deliveredAt && iso(d.deliveredAt),
    createdAt: iso(d.createdAt),
  })
