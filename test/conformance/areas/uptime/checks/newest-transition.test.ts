import { expect, test } from 'vitest'
import { newestTransition } from '../../../../../src/conformance/areas/uptime/checks/newest-transition.ts'
import { machine } from '../../../../../src/conformance/checks/machine.ts'
import { withMemory } from '../../../../../src/conformance/shadow/memories.ts'
import { thingKey } from '../../../../../src/conformance/shadow/shadow.ts'
import { answered, blankShadow } from '../../../../support/answered.ts'

const down = { from: 'up', to: 'down' }
const up = { from: 'down', to: 'up' }

/** A list of so many transitions, the newest of this number, after a change was seen in the monitor. */
function list(length: number, newest: number, move: { readonly from: string; readonly to: string }) {
  const transitions = Array.from({ length }, (_, place) => ({ at: `t${newest - place}`, to: 'up', from: 'down' }))
  const moves = new Map([[thingKey('UptimeMonitor', 'acme', 'm1'), move]])
  const shadow = withMemory(blankShadow('2026-03-01T10:00:00Z'), machine, { states: new Map(), moves })
  const given = answered({ operation: 'listMonitorTransitions', body: { transitions }, shadow })
  return { ...given, request: { ...given.request, parameters: { id: 'm1' } } }
}

const said = (first: ReturnType<typeof list>, second: ReturnType<typeof list>) =>
  newestTransition
    .look(second, newestTransition.look(first, newestTransition.start).memory)
    .found.map(({ code }) => code)

test('a full list begins with what came last', () => {
  expect(said(list(50, 52, down), list(50, 52, up))).toEqual(['newest-transition-lacking'])
  expect(said(list(50, 52, down), list(50, 53, up))).toEqual([])
})

test('nothing is said where no change was seen, nor of a list that is not full', () => {
  expect(said(list(50, 52, down), list(50, 52, down))).toEqual([])
  expect(said(list(49, 52, down), list(49, 52, up))).toEqual([])
})
