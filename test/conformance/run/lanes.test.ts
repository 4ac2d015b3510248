import { expect, onTestFinished, test } from 'vitest'
import { call } from '../../../src/conformance/plan/looks.ts'
import { lanesOf, lanesOfWalk, meet } from '../../../src/conformance/run/lanes.ts'
import type { CallGoal, Walk } from '../../../src/conformance/script/goal.ts'
import type { Manner } from '../../../src/conformance/script/manner.ts'
import { remembered } from '../../../src/conformance/script/remembered.ts'
import { event } from '../../../src/conformance/script/script.ts'
import { openWalking } from '../../support/walking.ts'

test.each([
  ['getContacts', 'updateContacts'],
  ['getPagingSettings', 'savePagingSettings'],
  ['getProviderCredential', 'setProviderCredential'],
])('%s does not run beside %s, which changes what it shows', async (read, change) => {
  const { session, contract, close } = await openWalking()
  onTestFinished(close)
  const lanes = (id: string) => lanesOf(session, { operations: [contract.operation(id)], events: [], hasOthers: false })
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

test('a walk has to itself what its outside events reach, and nothing more', async () => {
  const { session, contract, close } = await openWalking()
  onTestFinished(close)
  const of = (id: string, manner?: Manner) => call(contract.operation(id), manner)
  const lanes = (...walk: Walk) => lanesOfWalk(session, walk)
  const disabled = lanes(
    event('entitlementChanges', () => ({})),
    of('createUptimeService'),
  )
  expect(meet(disabled, lanes(of('listUptimeServices')))).toBe(true)
  expect(meet(disabled, lanes(of('createSchedule')))).toBe(false)
  const demoted = lanes(
    event('roleChanges', () => ({})),
    of('deleteRegistry'),
  )
  expect(meet(demoted, lanes(of('listRegistries', 'lesser')))).toBe(true)
  expect(meet(demoted, lanes(of('getIamCatalog')))).toBe(true)
  expect(meet(demoted, lanes(of('createRegistry')))).toBe(false)
  const probed = lanes(
    event('probeResult', () => ({})),
    of('getMonitor'),
  )
  expect(meet(probed, lanes(of('createMonitor')))).toBe(false)
  const later = lanes(
    event('advanceClock', () => ({})),
    of('getMonitor'),
  )
  expect(meet(later, lanes(of('createSchedule')))).toBe(true)
})
