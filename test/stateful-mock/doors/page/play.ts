import type { Steering } from '../../../../stateful-mock/doors/steering/steering.ts'

export interface Asked {
  readonly method: string
  readonly path: string
  readonly actor: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** What a mock answers to a list of requests, with outside events and time in between, as text. */
export async function play(mock: Steering, asked: readonly Asked[]): Promise<string> {
  await mock.gaps.set('general.etag', 'present')
  const answers: unknown[] = [await mock.events.alertFires({ serviceId: 'svc_checkout', alert: 'HighLatency' })]
  for (const [index, { method, path, actor, headers = {}, body }] of asked.entries()) {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const init = { method, headers: { 'Content-Type': 'application/json', ...headers }, ...sent }
    const response = await mock.actor(actor).fetch(path, init)
    const told = [...response.headers].filter(([name]) => name !== 'vary')
    answers.push([response.status, Object.fromEntries(told), await response.text()])
    if (index % 50 === 49) answers.push(await mock.clock.advance('PT10M'))
  }
  await mock.faults.arm({ where: { all: true }, truncateAfterBytes: 10, times: 1 })
  const cut = await mock.actor('owner').fetch('/api/v1/tokens')
  answers.push(
    await cut.text().then(
      () => 'whole',
      () => 'cut',
    ),
  )
  return JSON.stringify(answers)
}
