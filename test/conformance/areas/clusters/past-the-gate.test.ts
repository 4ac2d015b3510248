import { expect, test } from 'vitest'
import { mayLetPatchesPass, mayOverlookUnready } from '../../../../src/conformance/areas/clusters/past-the-gate.ts'
import type { Disagreement } from '../../../../src/conformance/checks/excuse.ts'
import { apply, type Change } from '../../../../src/model/world/world.ts'
import { answered, blankShadow } from '../../../support/answered.ts'

/** Whether it is excused that an upgrade of a cluster at 1.31.2 is accepted against a rule. */
function isExcused(orchestratorVersion: string, rule = 'clusters.node-skew'): boolean {
  const blank = blankShadow('2026-03-01T10:00:00Z')
  const cluster = { id: 'prod', name: 'prod', org: 'acme', seq: 1, orchestratorVersion: '1.31.2', deleted: false }
  const changes = [{ kind: 'put', table: 'Cluster', row: cluster }] as unknown as Change[]
  const shadow = { ...blank, world: apply(blank.world, changes) }
  const outcome = { kind: 'refused', refusals: [{ rule: { id: rule }, names: ['w1'] }] }
  const upgrade = answered({
    operation: 'updateCluster',
    parameters: { name: 'prod' },
    sent: { orchestratorVersion },
    body: {},
    shadow,
  })
  return mayLetPatchesPass(upgrade, { outcome, mismatches: [], seen: shadow } as unknown as Disagreement) !== undefined
}

test('the skew gate may let a patch pass, but no minor version', () => {
  expect([isExcused('1.31.3'), isExcused('1.32.0')]).toEqual([true, false])
})

test('a patch that another rule refuses is no concern of the gate', () => {
  expect(isExcused('1.31.3', 'clusters.rolling')).toBe(false)
})

/** Whether it is excused that a minor upgrade passes the gate though a node is too far behind. */
function isOverlooked(ready: boolean): boolean {
  const blank = blankShadow('2026-03-01T10:00:00Z')
  const node = { id: 'w1', name: 'w1', org: 'acme', seq: 1, cluster: 'prod', ready }
  const changes = [{ kind: 'put', table: 'Node', row: node }] as unknown as Change[]
  const shadow = { ...blank, world: apply(blank.world, changes) }
  const outcome = { kind: 'refused', refusals: [{ rule: { id: 'clusters.node-skew' }, names: ['w1'] }] }
  const sent = { orchestratorVersion: '1.32.0' }
  const upgrade = answered({ operation: 'updateCluster', parameters: { name: 'prod' }, sent, body: {}, shadow })
  return mayOverlookUnready(upgrade, { outcome, mismatches: [], seen: shadow } as unknown as Disagreement) !== undefined
}

test('it may overlook nodes that are not ready, and no others', () => {
  expect([isOverlooked(false), isOverlooked(true)]).toEqual([true, false])
})
