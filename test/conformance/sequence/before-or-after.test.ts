import { expect, onTestFinished, test } from 'vitest'
import { own } from '../../../src/conformance/kit/own-rows.ts'
import { call } from '../../../src/conformance/plan/looks.ts'
import { advance, event, have } from '../../../src/conformance/script/script.ts'
import { openWalking } from '../../support/walking.ts'

const answers = (status: number) =>
  event('webhookEndpointAnswers', (drawing) => {
    const endpointId = own(drawing, 'EmailWebhook').at(-1)?.id
    return endpointId === undefined ? undefined : { endpointId, answers: [{ status }] }
  })

/** An endpoint that answers otherwise right after something was sent to it. */
async function found(first: number, then: number, waits: readonly number[]) {
  const attempts = { most: 5, waitsSeconds: [...waits], timeoutSeconds: 15 }
  const walking = await openWalking({ gaps: { 'email.delivery-attempts': attempts } })
  onTestFinished(() => walking.close())
  const { contract } = walking
  const sent = event('messageSent', (drawing) => {
    const domain = own(drawing, 'EmailDomain').at(-1)?.name
    return { from: `news@${domain}`, to: ['jo@reader.example'], subject: 'plain', text: 'plain' }
  })
  const { finding, steps } = await walking.walk([
    ...[have('VerifiedDomain'), call(contract.operation('createWebhook'))],
    ...[answers(first), sent, answers(then), advance('P1D')],
    call(contract.operation('listDeliveries')),
  ])
  expect(steps.at(-1)).toMatchObject({ operation: 'listDeliveries' })
  return finding
}

test.for([
  [200, 503],
  [503, 200],
] as const)('an attempt may come before or after its endpoint answers %i instead of %i', async ([then, first]) => {
  expect(await found(first, then, [0, 5, 300])).toBeUndefined()
  expect(await found(first, then, [60, 5, 300])).toBeUndefined()
})
