import { expect, test } from 'vitest'
import { unaffectedByOutage } from '../../../../../src/conformance/areas/uptime/checks/unaffected.ts'
import { answered } from '../../../../support/answered.ts'

const parameters = { id: 'm1' }
const shown = (state: string) => answered({ operation: 'getMonitor', parameters, body: { id: 'm1', state } })
const outage = answered({ operation: 'getMonitorMetrics', parameters, status: 503, body: { error: 'later' } })
const served = answered({ operation: 'getMonitorMetrics', parameters, body: {} })
const changed = answered({ operation: 'updateMonitor', parameters, body: { id: 'm1', state: 'up' } })

/** What is found in the last of these answers. */
function found(...answers: readonly ReturnType<typeof shown>[]) {
  let memory = unaffectedByOutage.start
  let last: readonly { readonly code: string }[] = []
  for (const one of answers) ({ found: last, memory } = unaffectedByOutage.look(one, memory))
  return last.map(({ code }) => code)
}

test('a monitor that was up is not pending because its metrics were unavailable', () => {
  expect(found(shown('up'), outage, shown('pending'))).toEqual(['value'])
  expect(found(shown('down'), outage, shown('pending'))).toEqual(['value'])
})

test('a probe may come at any moment, and a change may start it anew', () => {
  expect(found(shown('up'), outage, shown('down'))).toEqual([])
  expect(found(shown('pending'), outage, shown('up'))).toEqual([])
  expect(found(shown('up'), served, shown('pending'))).toEqual([])
  expect(found(shown('up'), outage, changed, shown('pending'))).toEqual([])
})
