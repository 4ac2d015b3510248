import { expect, onTestFinished, test } from 'vitest'
import { SKEW_SCRIPTS } from '../../../../src/conformance/areas/clusters/scripts/skew.ts'
import { unseenElsewhere } from '../../../../src/conformance/plan/by-operation.ts'
import type { Walk } from '../../../../src/conformance/script/goal.ts'
import { advance } from '../../../../src/conformance/script/script.ts'
import type { Profile } from '../../../../src/contract/profile.ts'
import { openWalking } from '../../../support/walking.ts'

/** Neither time nor a driver ends what is under way at a cluster, only that somebody reads it. */
const GAPS: Profile['gaps'] = {
  'clusters.progress': 'after-reads',
  'clusters.foreign-cluster-status': 403,
  'clusters.patch-while-provisioning': 'refuse',
  'clusters.default-version': 'oldest',
  'general.error-texts': 'reason-phrase',
}

async function foundIn(walksOf: (walking: Awaited<ReturnType<typeof openWalking>>) => readonly Walk[]) {
  const walking = await openWalking({ gaps: GAPS, judgedBy: (own) => ({ ...own, gaps: {} }) })
  onTestFinished(() => walking.close())
  const findings = []
  for (const walk of walksOf(walking)) findings.push((await walking.walk(walk)).finding)
  expect(findings).not.toEqual([])
  return findings.filter((finding) => finding !== undefined)
}

test('a cluster that was to be torn down long ago is still somebody else’s', async () => {
  const found = await foundIn((walking) =>
    unseenElsewhere(walking.of('clusters').filter(({ does }) => does !== 'update')).map((walk) =>
      walk.toSpliced(1, 0, advance('PT1H')),
    ),
  )
  expect(found).toEqual([])
})

test('a cluster that nobody has read since it was made may refuse a change for that, and name no agents', async () => {
  const found = await foundIn(({ contract }) =>
    SKEW_SCRIPTS.flatMap(({ walks }) => walks(new Map(contract.operations)) ?? []),
  )
  expect(found).toEqual([])
})
