import { expect, onTestFinished, test } from 'vitest'
import { sent } from '../../../src/conformance/areas/email/scripts/mail-goals.ts'
import { keyOf } from '../../../src/conformance/finding/key.ts'
import { call } from '../../../src/conformance/plan/looks.ts'
import { have } from '../../../src/conformance/script/script.ts'
import { isObject } from '../../../src/contract/json.ts'
import type { Client } from '../../../src/target/client.ts'
import { as } from '../../support/mistaken-target.ts'
import { openWalking, told } from '../../support/walking.ts'

/** A target that does not say what a message is about: the field is optional. */
const withoutSubjects = (client: Client): Client => ({
  ...client,
  async send(request, held) {
    const exchange = await client.send(request, held)
    if (!exchange.answered || !isObject(exchange.received.json)) return exchange
    const { message, ...rest } = exchange.received.json
    if (!isObject(message)) return exchange
    const { subject: _, ...without } = message
    return { ...exchange, received: as(exchange.received, exchange.received.status, { ...rest, message: without }) }
  },
})

test('an optional field that was warned of ends no further sequence', async () => {
  const { walk, session, contract, close } = await openWalking({ between: withoutSubjects })
  onTestFinished(close)
  const look = [have('VerifiedDomain'), sent(), call(contract.operation('getMessage'))]
  const [first, last] = [await walk(look), call(contract.operation('getEmailSettings'))]
  expect(first.finding).toMatchObject({ severity: 'warning', code: 'missing', operation: 'getMessage' })
  if (first.finding) session.passedOver.add(keyOf(first.finding))
  const second = await walk([...look, last])
  expect([second.finding, told(second).at(-1)]).toEqual([undefined, 'getEmailSettings 200'])
})
