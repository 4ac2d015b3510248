import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { RunningMock } from '../../stateful-mock/create-mock.ts'
import { ask } from './support.ts'

export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export type Reply = number | ((response: ServerResponse) => void)

/** A receiver of webhooks on this machine. It answers what it was told to, the last one again and again. */
export async function receiver(...replies: Reply[]) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body })
      const reply = replies[Math.min(received.length, replies.length) - 1] ?? 200
      if (typeof reply === 'number') response.writeHead(reply).end('thanks')
      else reply(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  onTestFinished(close)
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received, close }
}

/** A domain that receives, and an endpoint that mail to support@ goes to. */
export async function endpointFor(mock: RunningMock, url: string) {
  const owner = { as: 'owner' }
  const domain = await ask(mock, 'POST', '/api/v1/email/domains', { ...owner, json: { name: 'mail.acme.example' } })
  const { id: domainId } = domain.body as { id: string }
  await ask(mock, 'POST', `/api/v1/email/domains/${domainId}/receive`, owner)
  const made = await ask(mock, 'POST', '/api/v1/email/webhooks', {
    ...owner,
    json: { url, eventTypes: ['message.received'] },
  })
  const { webhook, signingSecret } = made.body as { webhook: { id: string }; signingSecret: string }
  const endpointId = webhook.id
  const route = { domainId, pattern: 'support', endpointId }
  const routed = await ask(mock, 'POST', '/api/v1/email/routes', { ...owner, json: route })
  if (routed.status !== 201) throw new Error(JSON.stringify(routed))
  return { endpointId, signingSecret }
}

/** Somebody writes to support@; the number of the delivery it makes. */
export async function mailArrives(mock: RunningMock, subject = 'Hello'): Promise<number> {
  const json = { from: 'jo@customer.example', to: ['support@mail.acme.example'], subject }
  const { body } = await ask(mock, 'POST', '/_understudy/events/message-received', { json })
  const [deliveryId = 0] = (body as { deliveryIds: number[] }).deliveryIds
  return deliveryId
}

export const advance = (mock: RunningMock, by: string) =>
  ask(mock, 'POST', '/_understudy/clock/advance', { json: { by } })

export interface ShownDelivery {
  readonly id: number
  readonly state: string
  readonly attempts: number
  readonly lastStatus?: number
  readonly lastError?: string
}

export async function deliveries(mock: RunningMock): Promise<ShownDelivery[]> {
  const { body } = await ask(mock, 'GET', '/api/v1/email/webhook-deliveries', { as: 'owner' })
  return (body as { deliveries: ShownDelivery[] }).deliveries
}

export interface ShownAttempt {
  readonly deliveryId: number
  readonly attempt: number
  readonly at: string
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: string
  readonly scripted: boolean
  readonly status?: number
  readonly error?: string
}

export async function attempts(mock: RunningMock, query = ''): Promise<ShownAttempt[]> {
  const { body } = await ask(mock, 'GET', `/_understudy/webhook-deliveries${query}`)
  return (body as { attempts: ShownAttempt[] }).attempts
}
