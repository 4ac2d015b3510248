import { expect, test } from 'vitest'
import { mayLetPatchesPass } from '../../../../src/conformance/areas/clusters/patch-level.ts'
import type { Disagreement } from '../../../../src/conformance/checks/excuse.ts'
import { apply, type Change } from '../../../../src/model/world/world.ts'
import { answered, blankShadow } from '../../../support/answered.ts'

/** Whether it is excused that an upgrade of a cluster at 1.31.2 is accepted against a rule. */
function isExcused(orchestratorVersion: string, rule = 'clusters.node-skew'): boolean {
  const blank = blankShadow('2026-03-01T10:00:00Z')
  const cluster = { id: 'prod', name: 'prod', org: 'acme', seq: 1, orchestratorVersion: '1.31.2', deleted: false }
  const changes = [{ kind: 'put', table: 'Cluster', row: cluster }] as unknown as Change[]
  const shadow = { ...blank, world: apply(blank.world, changes) }
  const outcome = { kind: 'refused', refusals: [{ rule: { id: rule } }] }
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
