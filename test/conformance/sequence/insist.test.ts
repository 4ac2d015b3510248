import { expect, onTestFinished, test } from 'vitest'
import { call } from '../../../src/conformance/plan/looks.ts'
import type { Goal } from '../../../src/conformance/script/goal.ts'
import { event } from '../../../src/conformance/script/script.ts'
import type { Client } from '../../../src/target/client.ts'
import type { Exchange } from '../../../src/target/exchange.ts'
import { openWalking } from '../../support/walking.ts'

const unavailable = (exchange: Exchange): Exchange => {
  const json = { error: 'not now' }
  if (!exchange.answered) return exchange
  return { ...exchange, received: { ...exchange.received, status: 503, json, text: JSON.stringify(json) } }
}

/** What becomes of one request after another has worked, on a target that fails as it is told to. */
async function findingWhere(
  fails: (path: string, asked: number, method: string) => boolean,
  goals: readonly (string | Goal)[] = ['listSchedules', 'listIncidents'],
) {
  const asked = new Map<string, number>()
  const failing = (client: Client): Client => ({
    ...client,
    async send(sent) {
      const times = (asked.get(sent.path) ?? 0) + 1
      asked.set(sent.path, times)
      const exchange = await client.send(sent)
      return fails(sent.path, times, sent.method) ? unavailable(exchange) : exchange
    },
  })
  const walking = await openWalking({ between: failing })
  onTestFinished(() => walking.close())
  Object.assign(walking.session, { pause: async () => {} })
  asked.clear()
  const { contract } = walking
  return (await walking.walk(goals.map((goal) => (typeof goal === 'string' ? call(contract.operation(goal)) : goal))))
    .finding
}

const isIncidents = (path: string) => path.includes('incident')

test('an operation that keeps answering 503 while others answer is at fault', async () => {
  expect(await findingWhere(isIncidents)).toMatchObject({ code: 'refused', operation: 'listIncidents', actual: 503 })
})

test('a target that is overloaded for a moment is not accused', async () => {
  expect(await findingWhere((path, asked) => isIncidents(path) && asked <= 3)).toBeUndefined()
})

test('a target that answers nothing for a while is not accused', async () => {
  let isAway = false
  const finding = await findingWhere((path) => {
    isAway ||= isIncidents(path)
    return isAway
  })
  expect(finding).toBeUndefined()
})

test('a change that keeps answering 503 while reads of the same thing answer is at fault', async () => {
  const calls = ['listMonitors', 'createMonitor', 'updateMonitor']
  const isChange = (_path: string, _asked: number, method: string) => method === 'PATCH'
  expect(await findingWhere(isChange, calls)).toMatchObject({ operation: 'updateMonitor', actual: 503 })
  // What is made anew may be made twice, so nobody asks for it again.
  const isCreation = (_path: string, _asked: number, method: string) => method === 'POST'
  expect(await findingWhere(isCreation, ['listMonitors', 'createMonitor'])).toBeUndefined()
})

test('what is stated to work while something else is off is at fault where it keeps answering 503, and nothing else is', async () => {
  const [catalog, off] = ['getUptimeCatalog', event('metricsAvailability', () => ({ available: false }))]
  const around = (...ids: readonly string[]) => [catalog, ...ids, off, ...ids]
  const monitor = await findingWhere((path, asked) => /monitors\/[^/]+$/.test(path) && asked > 1, around('getMonitor'))
  expect(monitor).toMatchObject({ code: 'refused', operation: 'getMonitor', actual: 503 })
  const list = await findingWhere((path, asked) => /monitors$/.test(path) && asked > 1, around('listMonitors'))
  expect(list).toMatchObject({ code: 'refused', operation: 'listMonitors', actual: 503 })
  const history = await findingWhere(
    (path, asked) => path.endsWith('/transitions') && asked > 1,
    around('listMonitorTransitions'),
  )
  expect(history).toBeUndefined()
})
