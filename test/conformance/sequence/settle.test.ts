import { expect, onTestFinished, test } from 'vitest'
import { call } from '../../../src/conformance/plan/looks.ts'
import { times } from '../../../src/conformance/script/script.ts'
import type { Client } from '../../../src/target/client.ts'
import type { Exchange } from '../../../src/target/exchange.ts'
import { openWalking } from '../../support/walking.ts'

const READ = '/api/v1/oncall/alert-sources'

interface Reading {
  /** The answer to the n-th read of the list after something was made. */
  readonly answer: (exchange: Exchange & { readonly answered: true }, read: number) => Exchange
  /** True from the n-th read on if the run is to end then. */
  readonly endsAt?: number
  /** Number of reads at the same time. */
  readonly atOnce?: number
}

/** A walk that makes something and lists it, maybe several times at once, on a target that answers the list as it is told to. */
async function walked({ answer, endsAt = Number.POSITIVE_INFINITY, atOnce = 1 }: Reading) {
  let [reads, isMade] = [0, false]
  const between = (client: Client): Client => ({
    ...client,
    async send(sent) {
      const exchange = await client.send(sent)
      isMade ||= sent.method === 'POST'
      if (!isMade || sent.method !== 'GET' || !sent.path.startsWith(READ) || !exchange.answered) return exchange
      return answer(exchange, ++reads)
    },
  })
  const walking = await openWalking({ between, judgedBy: (own) => ({ ...own, settle: 1 }) })
  onTestFinished(() => walking.close())
  const { contract, session } = walking
  Object.assign(session, { pause: async () => {}, stopping: () => reads >= endsAt })
  const list = call(contract.operation('listAlertSources'))
  const walk = [
    call(contract.operation('createAlertSource')),
    ...times(atOnce - 1, () => ({ ...list, withNext: true as const })),
    list,
  ]
  const { finding } = await walking.walk(walk)
  return { finding, reads, inconclusive: [...session.coverage.inconclusive.keys()] }
}

type Answered = Parameters<Reading['answer']>[0]
const saying = (exchange: Answered, status: number, json: unknown): Exchange => ({
  ...exchange,
  received: { ...exchange.received, status, json, text: JSON.stringify(json) },
})
const empty = (exchange: Answered): Exchange => saying(exchange, 200, { sources: [] })

test('a list that catches up is no finding', async () => {
  const { finding, inconclusive } = await walked({
    answer: (exchange, read) => (read < 4 ? empty(exchange) : exchange),
  })
  expect(finding).toBeUndefined()
  expect(inconclusive).toEqual(['listAlertSources was stale, then caught up'])
})

test('a list that stays wrong is', async () => {
  const { finding, reads } = await walked({ answer: empty })
  expect(finding).toMatchObject({ code: 'lacks', operation: 'listAlertSources' })
  expect(reads).toBe(9)
})

test('it is even if the run ends when everything was waited for', async () => {
  expect((await walked({ answer: empty, endsAt: 9 })).finding).toMatchObject({ code: 'lacks' })
})

test('nobody waited for it if the run ended before', async () => {
  const { finding, inconclusive } = await walked({ answer: empty, endsAt: 3 })
  expect(finding).toBeUndefined()
  expect(inconclusive).toEqual(['listAlertSources could not be waited for'])
})

test('to be told to come back later is not to catch up', async () => {
  const { finding } = await walked({
    answer: (exchange, read) => (read % 2 ? empty(exchange) : saying(exchange, 429, { error: 'later' })),
  })
  expect(finding).toMatchObject({ code: 'lacks', operation: 'listAlertSources' })
})

test('what is wrong at any time is not waited for, and stays if the rest was stale', async () => {
  const { finding, reads } = await walked({
    answer: (exchange, read) => (read < 3 ? saying(exchange, 200, { sources: 'none' }) : exchange),
  })
  expect(finding).toMatchObject({ check: 'schema', operation: 'listAlertSources' })
  expect(reads).toBe(1)
})

test('reads at the same time may be stale like any other', async () => {
  const late = await walked({ atOnce: 4, answer: (exchange, read) => (read < 9 ? empty(exchange) : exchange) })
  expect(late.finding).toBeUndefined()
  expect(late.inconclusive).toEqual(['listAlertSources was stale, then caught up'])
  const wrong = await walked({ atOnce: 4, answer: empty })
  expect(wrong.finding).toMatchObject({ check: 'parallel', code: 'lacks', operation: 'listAlertSources' })
})

test('what turns a caller away has the shape of every refusal, at the same time as others or alone', async () => {
  for (const atOnce of [1, 4]) {
    const busy = (json: unknown) =>
      walked({
        atOnce,
        answer: ({ received, ...exchange }) =>
          saying({ ...exchange, received: { ...received, headers: { 'retry-after': '0' } } }, 429, json),
      })
    expect((await busy('too many requests')).finding).toMatchObject({
      operation: 'listAlertSources',
      rules: ['GEN-01'],
    })
    expect((await busy({ error: 'later' })).finding).toBeUndefined()
  }
})

test('what another organization has is listed by no right target, not even for a moment', async () => {
  let theirs: unknown
  let isLeaking = true
  const between = (client: Client): Client => ({
    ...client,
    async send(sent) {
      const exchange = await client.send(sent)
      if (!exchange.answered || !sent.path.startsWith('/api/v1/uptime/services')) return exchange
      const { json } = exchange.received
      if (sent.method === 'POST') theirs = json
      else if (isLeaking && theirs !== undefined) {
        isLeaking = false
        return saying(exchange, 200, { services: [...(json as { services: unknown[] }).services, theirs] })
      }
      return exchange
    },
  })
  const walking = await openWalking({ between, judgedBy: (own) => ({ ...own, settle: 1 }) })
  onTestFinished(() => walking.close())
  const { contract, session } = walking
  Object.assign(session, { pause: async () => {} })
  const made = call(contract.operation('createUptimeService'), 'neighbour')
  const { finding } = await walking.walk([made, call(contract.operation('listUptimeServices'))])
  expect(finding).toMatchObject({ code: 'holds', why: 'elsewhere', operation: 'listUptimeServices' })
})
