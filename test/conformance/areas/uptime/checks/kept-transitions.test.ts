import { expect, test } from 'vitest'
import { keptTransitions } from '../../../../../src/conformance/areas/uptime/checks/kept-transitions.ts'
import { apply, type Change } from '../../../../../src/model/world/world.ts'
import { answered, blankShadow } from '../../../../support/answered.ts'

const DOWN = { at: '2026-03-05T11:50:00Z', from: 'up', to: 'down' }
const UP = { at: '2026-03-05T11:55:00Z', from: 'down', to: 'up' }

/** A list that was shown at a time, of a monitor that is there or was deleted. */
function shown(transitions: readonly unknown[], at = '2026-03-05T12:00:00Z', more: object = {}) {
  const shadow = blankShadow(at)
  const row = { id: 'mon_1', org: 'acme', seq: 1, ...more }
  const world = apply(shadow.world, [{ kind: 'put', table: 'UptimeMonitor', row }] as unknown as Change[])
  const parameters = { id: 'mon_1' }
  const given = { operation: 'listMonitorTransitions', parameters, body: { transitions } }
  return answered({ ...given, shadow: { ...shadow, world } })
}

const said = (before: ReturnType<typeof shown>, now: ReturnType<typeof shown>) =>
  keptTransitions
    .look(now, keptTransitions.look(before, keptTransitions.start).memory)
    .found.map((one) => Object(one).expected)

test('a transition that was listed is listed later on', () => {
  expect(said(shown([UP, DOWN]), shown([DOWN]))).toEqual([UP])
  expect(said(shown([DOWN]), shown([UP, DOWN]))).toEqual([])
})

test('a list that is full may have lost the oldest', () => {
  const many = Array.from({ length: 60 }, (_, place) => ({ ...UP, at: `t${place}` }))
  expect(said(shown(many), shown(many.slice(0, 50)))).toEqual([])
  expect(said(shown(many.slice(0, 50)), shown(many.slice(1, 50)))).toEqual([many[0]])
})

test('how long history is kept is not stated, nor whether that of a deleted monitor is', () => {
  expect(said(shown([UP, DOWN]), shown([], '2026-03-07T12:00:00Z'))).toEqual([])
  expect(said(shown([UP, DOWN]), shown([], '2026-03-05T12:00:00Z', { deleted: true }))).toEqual([])
})

test('a clock that was set back may hide what is yet to come', () => {
  expect(said(shown([UP, DOWN]), shown([DOWN], '2026-03-05T11:54:00Z'))).toEqual([])
})
