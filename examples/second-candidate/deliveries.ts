import { createHmac } from 'node:crypto'
import type { Answer, Delivery, Webhook } from './entities.ts'
import type { Organization, World } from './world.ts'

type Frozen = Pick<Delivery, 'eventType' | 'messageId' | 'payload'>

/** Queues one delivery of a frozen payload; attempts follow on the candidate's clock. */
export function queueDelivery(world: World, org: Organization, webhook: Webhook, frozen: Frozen): Delivery {
  const { eventType, messageId, payload } = frozen
  const delivery: Delivery = {
    ...world.made(org),
    id: world.number(),
    endpointId: webhook.id,
    eventType,
    messageId,
    payload,
    state: 'pending',
    attempts: 0,
    lastStatus: undefined,
    lastError: undefined,
    deliveredAt: undefined,
  }
  world.deliveries.set(delivery.id, delivery)
  attemptIn(world, delivery, world.choice.firstAttemptDelayMs)
  return delivery
}

function attemptIn(world: World, delivery: Delivery, delayMs: number): void {
  const about = { timer: 'attempt', entity: 'EmailDelivery', id: String(delivery.id) }
  if (delayMs === 0) attempt(world, delivery)
  else world.timers.add(world.now() + delayMs, about, () => attempt(world, delivery))
}

function attempt(world: World, delivery: Delivery): void {
  const webhook = world.webhooks.get(delivery.endpointId)
  if (!webhook || webhook.disabled) {
    settle(world, delivery, { failure: 'the endpoint is gone or disabled' }, false)
    return
  }
  delivery.attempts += 1
  const scripted = nextScripted(webhook)
  if (scripted) {
    settle(world, delivery, scripted, true)
    return
  }
  delivery.state = 'delivering'
  const { timers } = world
  send(world, webhook, delivery.payload).then((answer) => {
    if (timers === world.timers) settle(world, delivery, answer, true)
  })
}

function nextScripted({ script }: Webhook): Answer | undefined {
  if (!script) return undefined
  if (script.answers.length > 1 || script.afterwards === 'send') return script.answers.shift()
  return script.answers[0]
}

/** Records how an attempt ended; another follows unless it was the last. */
function settle(world: World, delivery: Delivery, { status, failure }: Answer, again: boolean): void {
  delivery.lastStatus = status
  const delivered = status !== undefined && status >= 200 && status < 300
  delivery.lastError = delivered ? undefined : (failure ?? `answered ${status}`)
  if (delivered) {
    delivery.state = 'delivered'
    delivery.deliveredAt = world.now()
    return
  }
  const delay = again ? world.choice.retryDelaysMs[delivery.attempts - 1] : undefined
  delivery.state = delay === undefined ? 'failed' : 'pending'
  if (delay !== undefined) attemptIn(world, delivery, delay)
}

/** A real request, to this machine only: an example leaves the rest of the world alone. */
async function send(world: World, { url, secret }: Webhook, payload: string): Promise<Answer> {
  const { hostname, protocol } = new URL(url)
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(hostname) || protocol !== 'http:')
    return { failure: `${hostname || url} cannot be reached from here` }
  try {
    const headers = { 'content-type': 'application/json', ...signature(world, secret, payload) }
    const signal = AbortSignal.timeout(5000)
    const response = await fetch(url, { method: 'POST', headers, body: payload, signal, redirect: 'manual' })
    await response.arrayBuffer()
    return { status: response.status }
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) }
  }
}

/** Signed with the endpoint's secret of this moment. */
function signature(world: World, secret: string, payload: string): Record<string, string> {
  const at = String(Math.floor(world.now() / 1000))
  if (world.choice.signature === 'hex-header')
    return { 'x-harbor-signature': createHmac('sha256', secret).update(payload).digest('hex') }
  const id = `msg_${world.number()}`
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const mac = createHmac('sha256', key).update(`${id}.${at}.${payload}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': `v1,${mac}` }
}
