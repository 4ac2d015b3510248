import { expect, test } from 'vitest'
import { seenClusters } from '../../../../src/conformance/areas/clusters/checks/seen-clusters.ts'
import { mayStillOpen } from '../../../../src/conformance/areas/clusters/still-open.ts'
import { withMemory } from '../../../../src/conformance/shadow/memories.ts'
import { thingKey } from '../../../../src/conformance/shadow/shadow.ts'
import { answered, blankShadow } from '../../../support/answered.ts'

const GONE = new Set([thingKey('Cluster', 'acme', 'prod')])

/** Whether a client may still get in so many minutes after the teardown of its cluster was accepted. */
function mayGetIn(minutes: number, { gone = GONE, kind = 'kubeconfig' } = {}): boolean {
  const blank = blankShadow('2026-03-01T10:00:00Z')
  const sinceMs = blank.world.nowMs - minutes * 60_000
  const shadow = withMemory({ ...blank, gone }, seenClusters, { ...seenClusters.start, sinceMs })
  const { contract } = answered({ operation: 'getCluster', shadow })
  const body = { kind, cluster: 'prod', secret: 's' }
  return mayStillOpen({ contract, shadow, event: 'credentialUsed', org: 'acme', body, answer: { accepted: true } })
}

test('a cluster may let its clients in for as long as its teardown takes', () => {
  expect([mayGetIn(10), mayGetIn(16)]).toEqual([true, false])
})

test('nobody gets in anywhere else for that', () => {
  expect(mayGetIn(10, { gone: new Set() })).toBe(false)
  expect(mayGetIn(10, { kind: 'send-key' })).toBe(false)
})
