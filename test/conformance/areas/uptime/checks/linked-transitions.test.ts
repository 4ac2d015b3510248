import { expect, test } from 'vitest'
import {
  linkedTransitions,
  recordedTransitions,
} from '../../../../../src/conformance/areas/uptime/checks/linked-transitions.ts'
import { apply, type Change } from '../../../../../src/model/world/world.ts'
import { answered, blankShadow } from '../../../../support/answered.ts'

/** Something is asked about a monitor of this sequence. */
function asked(operation: 'listMonitorTransitions' | 'updateMonitor', body: object, name = 'zq7-web') {
  const shadow = { ...blankShadow('2026-03-05T12:00:00Z'), salt: 'zq7' }
  const row = { id: 'mon_1', org: 'acme', seq: 1, name }
  const world = apply(shadow.world, [{ kind: 'put', table: 'UptimeMonitor', row }] as unknown as Change[])
  const given = answered({ operation, body, shadow: { ...shadow, world } })
  return { ...given, request: { ...given.request, parameters: { id: 'mon_1' } } }
}

const moved = (...moves: readonly (readonly [from: string, to: string])[]) => ({
  transitions: moves.map(([from, to], place) => ({ at: `2026-03-05T11:0${9 - place}:00Z`, from, to })),
})
const LINKED = moved(['up', 'down'], ['pending', 'up'])
const UNLINKED = moved(['pending', 'up'], ['pending', 'down'])

test('a transition starts where the one before it ended', () => {
  const said = (body: object, name?: string) =>
    linkedTransitions.look(asked('listMonitorTransitions', body, name), linkedTransitions.start).found
  expect(said(LINKED)).toEqual([])
  expect(said(UNLINKED)).toMatchObject([{ path: 'transitions.from', expected: 'down', actual: 'pending' }])
  // Others may have changed theirs, and a list the wrong way round is another mistake.
  expect(said(UNLINKED, 'somebody else')).toEqual([])
  expect(said(moved(['pending', 'up'], ['up', 'down']))).toEqual([])
})

test('a monitor that was changed may start anew', () => {
  const { memory } = linkedTransitions.look(asked('updateMonitor', {}), linkedTransitions.start)
  expect(linkedTransitions.look(asked('listMonitorTransitions', UNLINKED), memory).found).toEqual([])
})

test('between up and down nothing is left out, unless something was out of order', () => {
  const unrecorded = moved(['up', 'down'], ['pending', 'down'])
  const said = (check: typeof linkedTransitions, memory = check.start) =>
    check.look(asked('listMonitorTransitions', unrecorded), memory).found
  expect(said(recordedTransitions)).toMatchObject([{ expected: 'down', actual: 'up' }])
  expect(said(linkedTransitions)).toEqual([])
  const outage = { changed: new Set<string>(), outage: true }
  expect(said(recordedTransitions, outage)).toEqual([])
  expect(said(linkedTransitions, outage)).toHaveLength(1)
})
