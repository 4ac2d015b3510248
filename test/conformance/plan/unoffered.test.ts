import { expect, onTestFinished, test } from 'vitest'
import { failureScenario } from '../../../src/conformance/failure/failure-scenario.ts'
import { unofferedWrites } from '../../../src/conformance/plan/unoffered.ts'
import type { Received, Sent } from '../../../src/target/exchange.ts'
import { as, found, type Mistake, type Plan } from '../../support/mistaken-target.ts'
import { openWalking } from '../../support/walking.ts'

const plan: Plan = (operations, all) => unofferedWrites(operations, all.values())

/** Every method is taken for reading. */
const reading: Mistake = { asked: (sent) => ({ ...sent, method: 'GET', body: undefined }) }

/** Whatever does not read is answered so. */
const answering = (answer: (received: Received) => Received): Mistake => ({
  answered: ({ sent, received }: { readonly sent: Sent; readonly received: Received }) =>
    sent.method === 'GET' ? received : answer(received),
})

test.concurrent.each([
  ['getIamCatalog', 'IAM-05'],
  ['listPermissions', 'IAM-05'],
  ['getEmailSettings', 'EML-12'],
])('a write is not answered like a success where only reading is stated: %s', async (id, rule) => {
  const accepted = { code: 'accepted', severity: 'failure', operation: id, rules: [rule] }
  expect(await found(reading, plan, [id])).toMatchObject(accepted)
  expect(
    await found(
      answering(() => as({} as Received, 200, {})),
      plan,
      [id],
    ),
  ).toMatchObject(accepted)
  expect(await found(undefined, plan, [id])).toBeUndefined()
})

test('nor like the read where no write is listed; but more may be offered than is listed', async () => {
  const ids = ['getUptimeCatalog']
  expect(await found(reading, plan, ids)).toMatchObject({ code: 'accepted', severity: 'warning' })
  const offering = answering((received) => as(received, 200, { renewed: true }))
  expect(await found(offering, plan, ids)).toBeUndefined()
})

test('with which status it is refused is open, and a refusal of the API says so in its way', async () => {
  const page = (status: number) =>
    answering((received) => ({
      ...as(received, status, undefined),
      text: '<h1>No</h1>',
      headers: { 'content-type': 'text/html' },
    }))
  expect(await found(page(405), plan, ['getIamCatalog'])).toMatchObject({ severity: 'warning', rules: ['GEN-01'] })
  // A server that does not know the method at all answers before the API is asked.
  expect(await found(page(501), plan, ['getIamCatalog'])).toBeUndefined()
  const refusing = answering((received) => as(received, 404, { error: 'no such operation' }))
  expect(await found(refusing, plan, ['getIamCatalog'])).toBeUndefined()
})

test('a scenario that is saved of it sends it again, and takes any refusal', async () => {
  const walking = await openWalking({
    between: (client) => ({ ...client, send: (sent) => client.send({ ...sent, method: 'GET', body: undefined }) }),
  })
  onTestFinished(() => walking.close())
  const { contract } = walking
  const [walk = []] = unofferedWrites([contract.operation('getIamCatalog')], contract.operations.values())
  const sequence = await walking.walk(walk)
  if (!sequence.finding) throw new Error('nothing was found')
  const { workflows } = failureScenario(contract, { sequence, finding: sequence.finding, how: 'reduced' })
  expect(workflows[0]?.steps.at(-1)).toMatchObject({
    operationId: '$sourceDescriptions.api.getIamCatalog',
    successCriteria: [{ condition: '$statusCode >= 300' }],
    'x-understudy': { method: 'POST' },
  })
})

test('nothing is tried at an address that a write is listed for, also under another name of its parameter', async () => {
  const walking = await openWalking()
  onTestFinished(() => walking.close())
  const { operations } = walking.contract
  const tried = (area: string) =>
    unofferedWrites(walking.of(area), operations.values()).map(([goal]) =>
      goal?.kind === 'call' ? `${goal.method} ${goal.operation.id}` : '',
    )
  expect(tried('organization')).toEqual([])
  expect(tried('tokens')).toEqual(['PUT getTokenScopeOptions'])
  expect(tried('uptime')).toEqual([
    ...['PUT pingUptime', 'PUT getUptimeCatalog'],
    ...['PUT getMonitorMetrics', 'PUT listMonitorFailures', 'PUT listMonitorTransitions'],
  ])
})
