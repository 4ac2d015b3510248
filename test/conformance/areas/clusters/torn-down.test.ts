import { expect, test } from 'vitest'
import { CLUSTERS_EXCUSES } from '../../../../src/conformance/areas/clusters/settling.ts'
import type { Disagreement } from '../../../../src/conformance/checks/excuse.ts'
import { apply, type Change } from '../../../../src/model/world/world.ts'
import { answered, blankShadow } from '../../../support/answered.ts'

/** Whether it is excused that a cluster is not listed. */
function isExcused(deleting: boolean): boolean {
  const blank = blankShadow('2026-03-01T10:00:00Z')
  const row = { id: 'prod', name: 'prod', org: 'acme', seq: 1, deleting, deleted: false, work: { kind: 'deleting' } }
  const shadow = {
    ...blank,
    world: apply(blank.world, [{ kind: 'put', table: 'Cluster', row }] as unknown as Change[]),
  }
  const lacks = { code: 'lacks', path: 'clusters', entity: 'Cluster', id: 'prod', provenance: 'stated' }
  const disagreement = { outcome: { kind: 'success' }, mismatches: [lacks], seen: shadow } as unknown as Disagreement
  const list = answered({ operation: 'listClusters', body: { clusters: [] }, shadow })
  return CLUSTERS_EXCUSES.some((excuse) => excuse(list, disagreement) !== undefined)
}

test('a cluster that is being torn down need not be listed; any other must be', () => {
  expect([isExcused(true), isExcused(false)]).toEqual([true, false])
})
