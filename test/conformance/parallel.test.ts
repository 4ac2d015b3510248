import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { verify } from '../../src/conformance/verify.ts'
import { createMock, type RunningMock } from '../../stateful-mock/create-mock.ts'

const UPTIME = '/api/v1/uptime'

/** Something that arrives, and what becomes of it. */
interface Call {
  readonly method: string
  readonly path: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}
interface Answer {
  readonly status: number
  readonly text: string
}
type Send = (call: Call) => Promise<Answer>

/** A race that a target loses: which requests, and what comes of one that was under way with another. */
interface Race {
  readonly races: (call: Call) => boolean
  readonly lost: (call: Call, answer: Answer, send: Send) => Promise<Answer>
  /** Everything else that is asked. */
  readonly afterwards?: (call: Call, answer: Answer) => Answer
}

/** The mock, but for what happens when two such requests are under way at the same time, and only then. */
async function racingTarget(mock: RunningMock, { races, lost, afterwards }: Race): Promise<string> {
  let underWay = 0
  const send: Send = async ({ method, path, body, headers }) => {
    const answer = await fetch(mock.url + path, { method, headers, ...(body !== '' && { body }) })
    return { status: answer.status, text: await answer.text() }
  }
  const handled = async (call: Call): Promise<Answer> => {
    if (!races(call)) {
      const answer = await send(call)
      return afterwards?.(call, answer) ?? answer
    }
    underWay++
    // Long enough for the other one to come in.
    await new Promise((resolve) => setTimeout(resolve, 40))
    const isRaced = underWay > 1
    const answer = await send(call)
    underWay--
    return isRaced ? lost(call, answer, send) : answer
  }
  const server = createServer(async (request, response) => {
    const { method = 'GET', url: path = '' } = request
    const headers = request.headers as Record<string, string>
    const answer = await handled({ method, path, headers, body: await text(request) })
    response.writeHead(answer.status, answer.status === 204 ? {} : { 'content-type': 'application/json' })
    response.end(answer.text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const judged = (url: string, area: string) =>
  verify({ url, areas: [area], seed: 3, runs: 0, skip: ['walk', 'invalid', 'random'], bail: true })

const sent = (report: Awaited<ReturnType<typeof judged>>['report']) =>
  report.failures[0]?.steps.map(({ name, withNext }) => [name, withNext])

/** On a busy machine two requests may miss each other. */
const MEETING = { retry: 8 }

test(
  'a name that two can have when they ask at the same time is seen; one after the other it is not',
  MEETING,
  async () => {
    const mock = await createMock({ seed: 'small' })
    onTestFinished(() => mock.close())
    expect((await judged(mock.url, 'uptime')).report.failures).toEqual([])
    let twins = 0
    const url = await racingTarget(mock, {
      races: ({ method, path }) => method === 'POST' && path === `${UPTIME}/services`,
      lost: async ({ body }, answer) => {
        if (answer.status !== 409) return answer
        const twin = { id: `ser_twin${twins++}`, ...JSON.parse(body), monitors: 0, createdAt: new Date().toISOString() }
        return { status: 201, text: JSON.stringify(twin) }
      },
    })
    const { report } = await judged(url, 'uptime')
    expect(report.failures).toMatchObject([
      { check: 'parallel', operation: 'createUptimeService', severity: 'failure' },
    ])
    expect(sent(report)).toEqual([
      ['createUptimeService', true],
      ['createUptimeService', false],
    ])
  },
)

test('a last place that two can have when they ask at the same time is seen', MEETING, async () => {
  const mock = await createMock({ seed: 'small' })
  onTestFinished(() => mock.close())
  const url = await racingTarget(mock, {
    races: ({ method, path }) => method === 'POST' && path === `${UPTIME}/monitors`,
    lost: async (call, answer, send) => {
      if (answer.status !== 403) return answer
      const headers = { 'content-type': 'application/json' }
      const path = '/_understudy/events/quota-changes'
      await send({ method: 'POST', path, headers, body: JSON.stringify({ quota: 'monitors', value: 1000 }) })
      return send(call)
    },
  })
  // Quotas are tried before everything else.
  const { report } = await verify({ url, areas: ['uptime'], seed: 3, runs: 0, maxRequests: 60, bail: true })
  expect(report.failures).toMatchObject([
    { check: 'parallel', operation: 'createMonitor', rules: ['uptime.quota-reached'], severity: 'failure' },
  ])
})

test('an acknowledgement that undoes a resolution of the same moment is seen', MEETING, async () => {
  const mock = await createMock({ seed: 'small' })
  onTestFinished(() => mock.close())
  const undone: unknown[] = []
  const url = await racingTarget(mock, {
    races: ({ method, path }) => method === 'POST' && /incidents\/[^/]+\/(acknowledge|resolve)$/.test(path),
    lost: async ({ path }, answer) => {
      if (path.endsWith('/acknowledge') && answer.status === 200) undone.push(JSON.parse(answer.text))
      return answer
    },
    afterwards: ({ method, path }, answer) => {
      const { pathname, searchParams } = new URL(path, mock.url)
      const isOfThem = [null, 'acknowledged'].includes(searchParams.get('status'))
      if (method !== 'GET' || pathname !== '/api/v1/oncall/incidents' || !isOfThem || undone.length === 0) return answer
      const { incidents } = JSON.parse(answer.text)
      return { ...answer, text: JSON.stringify({ incidents: [...undone.toReversed(), ...incidents] }) }
    },
  })
  const { report } = await judged(url, 'oncall')
  expect(report.failures).toMatchObject([{ severity: 'failure', operation: 'listIncidents' }])
})
