import { expect, onTestFinished, test } from 'vitest'
import { call } from '../../../src/conformance/plan/looks.ts'
import type { Client } from '../../../src/target/client.ts'
import type { Exchange } from '../../../src/target/exchange.ts'
import { openWalking } from '../../support/walking.ts'

const READ = '/api/v1/oncall/alert-sources'

interface Reading {
  /** The answer to the n-th read of the list after something was made. */
  readonly answer: (exchange: Exchange & { readonly answered: true }, read: number) => Exchange
  /** True from the n-th read on if the run is to end then. */
  readonly endsAt?: number
}

/** A walk that makes something and lists it, on a target that answers the list as it is told to. */
async function walked({ answer, endsAt = Number.POSITIVE_INFINITY }: Reading) {
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
  const walk = ['createAlertSource', 'listAlertSources'].map((id) => call(contract.operation(id)))
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
  expect(reads).toBe(5)
})

test('it is even if the run ends when everything was waited for', async () => {
  expect((await walked({ answer: empty, endsAt: 5 })).finding).toMatchObject({ code: 'lacks' })
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
