import { expect, onTestFinished, test } from 'vitest'
import { own } from '../../../src/conformance/kit/own-rows.ts'
import type { CallGoal } from '../../../src/conformance/script/goal.ts'
import type { Client } from '../../../src/target/client.ts'
import { as } from '../../support/mistaken-target.ts'
import { openWalking } from '../../support/walking.ts'

/** A target that says 422 of what is invalid, and 403 where it mints no token. */
const forbidding = (client: Client): Client => ({
  ...client,
  async send(sent) {
    const exchange = await client.send(sent)
    if (!exchange.answered || exchange.received.status !== 422 || !sent.path.endsWith('/tokens')) return exchange
    return { ...exchange, received: as(exchange.received, 403, exchange.received.json) }
  },
})

async function found(body: CallGoal['body']) {
  const said = { 'general.validation-status': 422 }
  const walking = await openWalking({
    gaps: said,
    judgedBy: (profile) => ({ ...profile, gaps: said }),
    between: forbidding,
  })
  onTestFinished(() => walking.close())
  const of = (id: string): CallGoal => ({ kind: 'call', operation: walking.contract.operation(id) })
  const { finding, trace } = await walking.walk([
    of('createRegistry'),
    { ...of('createToken'), ...(body && { body }), intent: 'exotic' },
  ])
  expect(trace.at(-1)?.exchange).toMatchObject({ received: { status: 403 } })
  return finding
}

test('what the profile says of invalid values does not hold for what may be refused for other reasons', async () => {
  const elsewhere: CallGoal['body'] = (drawing, { name }) => {
    const role = own(drawing, 'IamRole').find(({ service, scopable }) => service === 'email' && scopable)?.id
    return { name, scope: [{ role, resourceIds: [String(own(drawing, 'Registry').at(-1)?.id)] }] }
  }
  expect(await found(elsewhere)).toBeUndefined()
})

test('it holds for what is plainly invalid, and the finding tells it', async () => {
  expect(await found(() => ({}))).toMatchObject({ code: 'status', expected: [422], actual: 403 })
})
