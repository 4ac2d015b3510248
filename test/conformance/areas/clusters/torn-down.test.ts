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

/** Whether it is excused that a token that was made in a cluster is still listed. */
function isExcusedBelow(deleting: boolean): boolean {
  const blank = blankShadow('2026-03-01T10:00:00Z')
  const row = { id: 'prod', name: 'prod', org: 'acme', seq: 1, deleted: deleting, work: { kind: 'deleting' } }
  const shadow = {
    ...blank,
    world: apply(blank.world, [{ kind: 'put', table: 'Cluster', row }] as unknown as Change[]),
  }
  const held = { code: 'holds', path: 'tokens', entity: 'RegistrationToken', id: 'rt_1', why: 'removed' }
  const disagreement = { outcome: { kind: 'success' }, mismatches: [held], seen: shadow } as unknown as Disagreement
  const list = answered({
    operation: 'listRegistrationTokens',
    parameters: { name: 'prod' },
    body: { tokens: [{ id: 'rt_1' }] },
    shadow,
  })
  return CLUSTERS_EXCUSES.some((excuse) => excuse(list, disagreement) !== undefined)
}

test('what was made in a cluster may be there for as long as the teardown takes; elsewhere it may not', () => {
  expect([isExcusedBelow(true), isExcusedBelow(false)]).toEqual([true, false])
})
