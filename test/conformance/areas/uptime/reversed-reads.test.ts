import { expect, test } from 'vitest'
import { HISTORY_SCRIPTS } from '../../../../src/conformance/areas/uptime/history-scripts.ts'
import { as, found, type Mistake } from '../../../support/mistaken-target.ts'
import { calls, walksOf } from '../../../support/seen-case.ts'

/** Each second look at the transitions finds the newest at the end. */
function newestLast(): Mistake {
  let looks = 0
  return {
    answered({ sent, received }) {
      const { transitions } = Object(received.json)
      const isMeant = sent.method === 'GET' && Array.isArray(transitions) && transitions.length > 2
      if (!isMeant || ++looks % 2 === 0) return received
      const [newest, ...older] = transitions
      return as(received, received.status, { ...Object(received.json), transitions: [...older, newest] })
    },
  }
}

test('a history that is in order at every second look only is not late but wrong', async () => {
  const plan = walksOf(HISTORY_SCRIPTS, calls('listMonitorTransitions'))
  expect(await found(newestLast(), plan, [], {}, 1)).toMatchObject({ severity: 'failure', code: 'order' })
  expect(await found(undefined, plan, [], {}, 1)).toBeUndefined()
})
