import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { ask, NINE, profileWith, startedMock } from './support.ts'
import { advance, attempts, deliveries, endpointFor, mailArrives, type Received, receiver } from './webhook-support.ts'

/** Throws unless the signature is right. */
const verified = (secret: string, { body, headers }: Received) =>
  new Webhook(secret).verify(body, headers as Record<string, string>)

async function eventually<T>(look: () => T | Promise<T>, fits: (value: T) => boolean): Promise<T> {
  for (let time = 0; time < 200; time++) {
    const value = await look()
    if (fits(value)) return value
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('that never came')
}

describe('a webhook is really sent', () => {
  test('signed, so that the verifier of Standard Webhooks takes it, and recorded as it was', async () => {
    const mock = await startedMock()
    const { url, received } = await receiver(204)
    const { endpointId, signingSecret } = await endpointFor(mock, url)
    const id = await mailArrives(mock)
    await advance(mock, 'PT1S')
    expect(received).toHaveLength(1)
    const [first] = received as [Received]
    expect(verified(signingSecret, first)).toMatchObject({
      type: 'message.received',
      timestamp: expect.any(String),
      data: { message: { from: 'jo@customer.example', subject: 'Hello' } },
    })
    expect(() => verified('whsec_c29tZXRoaW5nIGVsc2U=', first)).toThrow()
    expect(first.headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': String(id) })
    expect(await deliveries(mock)).toMatchObject([{ id, state: 'delivered', attempts: 1, lastStatus: 204 }])
    const [attempt] = await attempts(mock)
    expect(attempt).toMatchObject({
      deliveryId: id,
      endpointId,
      attempt: 1,
      at: NINE,
      url,
      scripted: false,
      status: 204,
    })
    expect(attempt?.body).toBe(first.body)
    for (const [name, value] of Object.entries(attempt?.headers ?? {})) expect(first.headers[name]).toBe(value)
  })
  test('again after a while on the clock, until it is taken: one move of the clock meets all attempts', async () => {
    const mock = await startedMock()
    const { url, received } = await receiver(500, (response) => response.destroy(), 302, 200)
    const { signingSecret } = await endpointFor(mock, url)
    const id = await mailArrives(mock)
    const moved = await advance(mock, 'PT2H')
    expect(moved.body).toMatchObject({ clock: { now: '2026-03-05T11:00:00Z' } })
    expect(await deliveries(mock)).toMatchObject([{ id, state: 'delivered', attempts: 4, lastStatus: 200 }])
    expect((await attempts(mock)).map(({ attempt, at, status, error }) => ({ attempt, at, status, error }))).toEqual([
      { attempt: 1, at: '2026-03-05T09:00:00Z', status: 500, error: undefined },
      { attempt: 2, at: '2026-03-05T09:00:05Z', status: undefined, error: 'reset' },
      { attempt: 3, at: '2026-03-05T09:05:05Z', status: 302, error: undefined },
      { attempt: 4, at: '2026-03-05T09:35:05Z', status: 200, error: undefined },
    ])
    expect(received.map(({ path }) => path)).toEqual(['/hook', '/hook', '/hook', '/hook'])
    expect(new Set(received.map(({ body }) => body)).size).toBe(1)
    expect(new Set(received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([String(id)]))
    for (const one of received) verified(signingSecret, one)
    const { body } = await ask(mock, 'GET', '/_understudy/journal/entries?limit=1000')
    const entries = (body as { entries: { kind: string; name: string }[] }).entries
    expect(entries.filter(({ kind }) => kind === 'outbound')).toHaveLength(4)
  })
  test('to nobody who refuses connections: it is given up after the last attempt', async () => {
    const mock = await startedMock()
    const { url, close } = await receiver()
    await close()
    await endpointFor(mock, url)
    await mailArrives(mock)
    await advance(mock, 'P1D')
    expect(await deliveries(mock)).toMatchObject([
      { state: 'failed', attempts: 5, lastError: 'endpoint did not answer: refused' },
    ])
    expect((await attempts(mock)).map(({ error }) => error)).toEqual(Array.from({ length: 5 }, () => 'refused'))
  })
  test('no longer than it may take: who never answers has timed out, a slow body does no harm', async () => {
    const gaps = { 'email.delivery-attempts': { most: 2, waitsSeconds: [0, 60], timeoutSeconds: 0.3 } }
    const mock = await startedMock({ profile: profileWith(gaps) })
    const trickle = (response: { writeHead(status: number): unknown; write(text: string): unknown }) => {
      response.writeHead(200)
      response.write('and so on')
    }
    const { url, received } = await receiver(() => {}, trickle)
    await endpointFor(mock, url)
    await mailArrives(mock)
    await advance(mock, 'PT10M')
    expect(received).toHaveLength(2)
    expect(await attempts(mock)).toMatchObject([{ error: 'timeout' }, { status: 200 }])
    expect(await deliveries(mock)).toMatchObject([{ state: 'delivered', attempts: 2 }])
  })
  test('once: to move the clock while it is under way does not take it for lost', async () => {
    const mock = await startedMock({ clock: 'real' })
    const { url, received } = await receiver((response) => setTimeout(() => response.writeHead(200).end(), 100))
    await endpointFor(mock, url)
    await mailArrives(mock)
    await advance(mock, 'PT1M')
    expect(received).toHaveLength(1)
    expect(await deliveries(mock)).toMatchObject([{ state: 'delivered', attempts: 1, lastStatus: 200 }])
  })

  test('by itself when the clock runs, without anybody asking', async () => {
    const gaps = { 'email.delivery-attempts': { most: 3, waitsSeconds: [0, 0.2], timeoutSeconds: 5 } }
    const mock = await startedMock({ clock: 'real', profile: profileWith(gaps) })
    const { url, received } = await receiver(500, 200)
    await endpointFor(mock, url)
    await mailArrives(mock)
    await eventually(
      () => received.length,
      (length) => length === 2,
    )
    const [delivery] = await eventually(
      () => deliveries(mock),
      ([one]) => one?.state === 'delivered',
    )
    expect(delivery).toMatchObject({ attempts: 2, lastStatus: 200 })
  })
})

describe('what is sent', () => {
  test('is signed with the new secret from the moment of its rotation on', async () => {
    const mock = await startedMock()
    const { url, received } = await receiver(500, 200)
    const { endpointId, signingSecret } = await endpointFor(mock, url)
    await mailArrives(mock)
    await advance(mock, 'PT1S')
    const path = `/api/v1/email/webhooks/${endpointId}/rotate-secret`
    const rotated = (await ask(mock, 'POST', path, { as: 'owner' })).body as { signingSecret: string }
    await advance(mock, 'PT1M')
    const [before, after] = received as [Received, Received]
    verified(signingSecret, before)
    verified(rotated.signingSecret, after)
    expect(() => verified(signingSecret, after)).toThrow()
  })
  test('is the same to the byte when it is delivered again, as a new delivery', async () => {
    const mock = await startedMock()
    const { url, received } = await receiver(200)
    const { signingSecret } = await endpointFor(mock, url)
    const id = await mailArrives(mock)
    await advance(mock, 'PT1M')
    const again = await ask(mock, 'POST', `/api/v1/email/webhook-deliveries/${id}/redeliver`, { as: 'owner' })
    const { id: newId } = again.body as { id: number }
    expect(newId).not.toBe(id)
    await advance(mock, 'PT1M')
    const [first, second] = received as [Received, Received]
    expect(second.body).toBe(first.body)
    expect(second.headers['webhook-id']).toBe(String(newId))
    verified(signingSecret, second)
    expect(await attempts(mock, `?deliveryId=${newId}`)).toMatchObject([{ deliveryId: newId, status: 200 }])
  })
  test('is nothing while the endpoint is disabled', async () => {
    const mock = await startedMock()
    const { url, received } = await receiver(200)
    const { endpointId } = await endpointFor(mock, url)
    const path = `/api/v1/email/webhooks/${endpointId}`
    await ask(mock, 'PATCH', path, { as: 'owner', json: { disabled: true } })
    await ask(mock, 'POST', '/_understudy/events/message-received', {
      json: { from: 'jo@customer.example', to: ['support@mail.acme.example'] },
    })
    await advance(mock, 'P1D')
    expect(received).toEqual([])
    await ask(mock, 'PATCH', path, { as: 'owner', json: { disabled: false } })
    await mailArrives(mock)
    await advance(mock, 'PT1S')
    expect(received).toHaveLength(1)
  })
  test('is nothing where a script answers; what it would have been is recorded, signed by the clock', async () => {
    const mock = await startedMock()
    const { url, received } = await receiver(200)
    const { endpointId, signingSecret } = await endpointFor(mock, url)
    const script = { endpointId, answers: [{ failure: 'timeout' }, { status: 202 }], afterwards: 'send' }
    await ask(mock, 'POST', '/_understudy/events/webhook-endpoint-answers', { json: script })
    await mailArrives(mock)
    await advance(mock, 'PT1M')
    expect(received).toEqual([])
    const scripted = await attempts(mock, `?endpointId=${endpointId}`)
    expect(scripted).toMatchObject([
      { attempt: 1, scripted: true, error: 'timeout', headers: { 'webhook-timestamp': '1772701200' } },
      { attempt: 2, scripted: true, status: 202, headers: { 'webhook-timestamp': '1772701205' } },
    ])
    for (const { headers, body } of scripted) {
      const at = new Date(Number(headers['webhook-timestamp']) * 1000)
      const signature = new Webhook(signingSecret).sign(headers['webhook-id'] ?? '', at, body)
      expect(headers['webhook-signature']).toBe(signature)
    }
    await mailArrives(mock, 'past the end of the script')
    await advance(mock, 'PT1S')
    expect(received).toHaveLength(1)
    const quiet = { endpointId, answers: [{ status: 200 }] }
    await ask(mock, 'POST', '/_understudy/events/webhook-endpoint-answers', { json: quiet })
    await mailArrives(mock, 'again and again')
    await advance(mock, 'PT1S')
    expect(received).toHaveLength(1)
    await ask(mock, 'POST', '/_understudy/events/webhook-endpoint-answers', { json: { endpointId, answers: [] } })
    await mailArrives(mock, 'without a script')
    await advance(mock, 'PT1S')
    expect(received).toHaveLength(2)
  })
  test.each([
    ['hmac-sha256-hex', /^[0-9a-f]{64}$/],
    ['hmac-sha256-base64', /^[A-Za-z0-9+/]{43}=$/],
  ])('is signed as the profile says: %s', async (scheme, form) => {
    const gaps = { 'email.signature': { scheme, signatureHeader: 'x-acme-signature' } }
    const mock = await startedMock({ profile: profileWith(gaps) })
    const { url, received } = await receiver(200)
    await endpointFor(mock, url)
    await mailArrives(mock)
    await advance(mock, 'PT1S')
    expect(received[0]?.headers['x-acme-signature']).toMatch(form)
    expect(received[0]?.headers).not.toHaveProperty('webhook-id')
  })
})

describe('where it goes', () => {
  test('nowhere but this machine: elsewhere it times out, and the log says why', async () => {
    const mock = await startedMock()
    await endpointFor(mock, 'http://hooks.acme.example/in')
    await mailArrives(mock)
    await advance(mock, 'PT16S')
    expect(await deliveries(mock)).toMatchObject([{ attempts: 1, lastError: 'endpoint did not answer: timeout' }])
    expect(await attempts(mock)).toMatchObject([
      { error: 'webhooks to hooks.acme.example are not allowed (see --allow-webhook-host)' },
    ])
  })
  test('to a host that was allowed', async () => {
    const mock = await startedMock({ allowedWebhookHosts: ['Hooks.Invalid'] })
    await endpointFor(mock, 'http://hooks.invalid/in')
    await mailArrives(mock)
    await advance(mock, 'PT1S')
    expect(await attempts(mock)).toMatchObject([{ error: 'unresolved' }])
  })
})

describe('a world that goes back, forks or stops', () => {
  test('sends nothing twice: what was out when it forked, or is gone back to, only times out', async () => {
    const mock = await startedMock()
    const { url, received } = await receiver((response) => setTimeout(() => response.writeHead(200).end(), 150))
    await endpointFor(mock, url)
    await mailArrives(mock)
    const moving = advance(mock, 'PT1S')
    await eventually(
      () => received.length,
      (length) => length === 1,
    )
    await ask(mock, 'POST', '/_understudy/sandboxes/default/fork', { json: { name: 'other' } })
    await moving
    expect(await deliveries(mock)).toMatchObject([{ state: 'delivered' }])
    const headers = { 'X-Understudy-Sandbox': 'other' }
    const theirs = await ask(mock, 'GET', '/api/v1/email/webhook-deliveries', { as: 'owner', headers })
    expect(theirs.body).toMatchObject({ deliveries: [{ state: 'delivering' }] })
    const { body } = await ask(mock, 'GET', '/_understudy/journal/entries?limit=1000')
    const { last } = body as { last: number }
    await ask(mock, 'POST', '/_understudy/journal/undo', { json: { toEntry: last - 2 } })
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(received).toHaveLength(1)
  })
  test('is not moved on by a clock that was on its way in another one', async () => {
    const mock = await startedMock()
    const { url, received } = await receiver((response) => setTimeout(() => response.writeHead(500).end(), 1000))
    await endpointFor(mock, url)
    await mailArrives(mock)
    const moving = advance(mock, 'PT1H')
    await eventually(
      () => received.length,
      (length) => length === 1,
    )
    await ask(mock, 'POST', '/_understudy/reset')
    await moving
    expect((await ask(mock, 'GET', '/_understudy/clock')).body).toMatchObject({ now: NINE })
    expect(received).toHaveLength(1)
  })
  test('gives up what is under way when it is closed', async () => {
    const mock = await startedMock({ clock: 'real' })
    const { url, received } = await receiver(() => {})
    await endpointFor(mock, url)
    await mailArrives(mock)
    await eventually(
      () => received.length,
      (length) => length === 1,
    )
    const since = performance.now()
    await mock.close()
    // An endpoint has fifteen seconds to answer.
    expect(performance.now() - since).toBeLessThan(10_000)
  })
})
