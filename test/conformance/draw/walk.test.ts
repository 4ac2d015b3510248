import { expect, test } from 'vitest'
import { call } from '../../../src/conformance/plan/looks.ts'
import { advance, advanceOrWait } from '../../../src/conformance/script/script.ts'
import { type Driver, NO_DRIVER } from '../../../src/target/driver.ts'
import { openWalking, told } from '../../support/walking.ts'

/** What was done, and after which requests a moment is waited. */
async function walked(drivenBy: (driver: Driver) => Driver) {
  const walking = await openWalking({ drivenBy })
  try {
    const [create, list] = ['createCluster', 'listClusters'].map((id) => call(walking.contract.operation(id)))
    const goals = [create, advanceOrWait('PT2H'), list, advance('PT2H')].filter((goal) => goal !== undefined)
    const sequence = await walking.walk(goals)
    const waits = sequence.trace.flatMap(({ step }) =>
      step.kind === 'request' && step.thenWait ? [step.operation] : [],
    )
    return { told: told(sequence), waits, counted: walking.session.waits }
  } finally {
    await walking.close()
  }
}

test('where nobody can move the clock, work that has begun is given a moment', async () => {
  expect(await walked(() => NO_DRIVER)).toEqual({
    told: ['createCluster 201', 'listClusters 200'],
    waits: ['createCluster'],
    counted: 1,
  })
})

test('where somebody can, nothing is waited for', async () => {
  expect(await walked((own) => own)).toEqual({
    told: ['createCluster 201', 'outside event advanceClock', 'listClusters 200', 'outside event advanceClock'],
    waits: [],
    counted: 0,
  })
})

test('a walk ends when what two of its goals need is not to be had', async () => {
  const walking = await openWalking()
  try {
    const none = { kind: 'event', event: 'quotaChanges', body: () => ({ quota: 'clusters', value: 0 }) } as const
    const look = call(walking.contract.operation('getCluster'))
    const { trace } = await walking.walk([none, look, look, look, look])
    // Four tries for each of two goals, after the event.
    expect(trace).toHaveLength(9)
  } finally {
    await walking.close()
  }
})
