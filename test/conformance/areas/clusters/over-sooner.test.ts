import { expect, test } from 'vitest'
import { clusterKey, seenClusters } from '../../../../src/conformance/areas/clusters/checks/seen-clusters.ts'
import { CLUSTERS_EXCUSES } from '../../../../src/conformance/areas/clusters/settling.ts'
import type { Disagreement } from '../../../../src/conformance/checks/excuse.ts'
import { withMemory } from '../../../../src/conformance/shadow/memories.ts'
import { apply, type Change } from '../../../../src/model/world/world.ts'
import { answered, blankShadow } from '../../../support/answered.ts'

/** Whether it is excused, after many looks and a long time, that a cluster shows another tier than it is believed to have. */
function isExcused(shown: string): boolean {
  const blank = blankShadow('2026-03-01T10:00:00Z')
  const row = { id: 'prod', name: 'prod', org: 'acme', seq: 1, deleted: false, work: { kind: 'rolling' } }
  const key = clusterKey('acme', 'prod')
  const asked = ['medium', 'large'].map((tier) => ({ key, body: { tier } }))
  const shadow = withMemory(
    { ...blank, world: apply(blank.world, [{ kind: 'put', table: 'Cluster', row }] as unknown as Change[]) },
    seenClusters,
    { ...seenClusters.start, asked, changes: new Map([[key, 2]]), looks: new Map([[key, 100]]) },
  )
  const differs = { code: 'value', path: 'tier', expected: 'small', actual: shown, provenance: 'stated' }
  const disagreement = {
    ...{ outcome: { kind: 'success', changes: [] }, mismatches: [differs], seen: shadow },
  } as unknown as Disagreement
  const read = answered({ operation: 'getCluster', parameters: { name: 'prod' }, body: { tier: shown }, shadow })
  return CLUSTERS_EXCUSES.some((excuse) => excuse(read, disagreement) !== undefined)
}

test('a roll that is over sooner than expected is not late, however often that is seen', () => {
  expect(isExcused('large')).toBe(true)
})

test('a cluster that stays as an earlier change would have it is late', () => {
  expect(isExcused('medium')).toBe(false)
})
