import { expect, onTestFinished, test } from 'vitest'
import { call } from '../../../src/conformance/plan/looks.ts'
import { lanesOf, meet } from '../../../src/conformance/run/lanes.ts'
import type { CallGoal } from '../../../src/conformance/script/goal.ts'
import { remembered } from '../../../src/conformance/script/remembered.ts'
import { openWalking } from '../../support/walking.ts'

test.each([
  ['getContacts', 'updateContacts'],
  ['getPagingSettings', 'savePagingSettings'],
  ['getProviderCredential', 'setProviderCredential'],
])('%s does not run beside %s, which changes what it shows', async (read, change) => {
  const { session, contract, close } = await openWalking()
  onTestFinished(close)
  const lanes = (id: string) => lanesOf(session, [contract.operation(id)])
  expect(meet(lanes(read), lanes(change))).toBe(true)
})

test('sequences that pursue the same goals at the same time repeat each their own request', async () => {
  const { contract, walk, close } = await openWalking()
  onTestFinished(close)
  const { first, drawn } = remembered()
  const of = (id: string) => call(contract.operation(id))
  const once: CallGoal = { ...of('createToken'), drawn }
  const again: CallGoal = { ...of('createToken'), intent: 'exotic', body: (drawing) => first(drawing)?.body }
  const sequences = await Promise.all([1, 2, 3].map(() => walk([once, again])))
  const names = sequences.map(({ trace }) =>
    trace.map(({ step }) => (step.kind === 'request' ? (step.body as { name: string }).name : '')),
  )
  for (const [one, other] of names) expect(other).toBe(one)
  expect(new Set(names.flat()).size).toBe(3)
})
