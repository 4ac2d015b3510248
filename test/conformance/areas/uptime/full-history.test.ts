import { expect, test } from 'vitest'
import { UPTIME_SCRIPTS } from '../../../../src/conformance/areas/uptime/scripts.ts'
import type { Profile } from '../../../../src/contract/profile.ts'
import { as, found, type Mistake } from '../../../support/mistaken-target.ts'
import { calls, walksOf } from '../../../support/seen-case.ts'

const MOST = 50

/** A list of transitions that stands still once it is full. */
function standingStill(): Mistake {
  let full: unknown
  return {
    answered({ sent, received }) {
      if (!sent.path.endsWith('/transitions')) return received
      const { transitions = [] } = Object(received.json)
      if (transitions.length === MOST) full ??= received.json
      return full === undefined ? received : as(received, 200, full)
    },
  }
}

const manyTurns = walksOf(
  UPTIME_SCRIPTS,
  (walk) => walk.length > 2 * MOST && calls('createMonitor', 'listMonitorTransitions')(walk),
)

/** Readings of what takes a monitor down. */
const READINGS: readonly Profile['gaps'][] = [
  {},
  { 'uptime.confirmations-meaning': 'after-first' },
  { 'uptime.confirmations-meaning': 'after-first', 'uptime.recovery-rule': 'confirmed-successes' },
]

test.concurrent.each(READINGS)('a full history goes on with what comes last, where the reading is %j', async (gaps) => {
  expect(await found(standingStill(), manyTurns, [], gaps)).toMatchObject({ code: 'newest-transition-lacking' })
  expect(await found(undefined, manyTurns, [], gaps)).toBeUndefined()
})
