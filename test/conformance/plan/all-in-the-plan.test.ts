import { expect, onTestFinished, test } from 'vitest'
import { brokenWhenSwitched } from '../../../src/conformance/plan/after-switch.ts'
import { onLongUnknown, readForBoth } from '../../../src/conformance/plan/by-operation.ts'
import { looksAmong } from '../../../src/conformance/plan/looks.ts'
import { partsOfOthersStay } from '../../../src/conformance/plan/parts-of-others-stay.ts'
import { partsStay } from '../../../src/conformance/plan/parts-stay.ts'
import { madeAfterwards, movedGrants } from '../../../src/conformance/plan/scoped.ts'
import { readWhileOffNextDoor } from '../../../src/conformance/plan/switched-next-door.ts'
import { firstWalks, laterWalks } from '../../../src/conformance/plan/walks.ts'
import type { Goal, Walk } from '../../../src/conformance/script/goal.ts'
import type { Operation } from '../../../src/contract/operations.ts'
import { withColleagueElsewhere } from '../../support/colleague-elsewhere.ts'
import { openWalking } from '../../support/walking.ts'

/** What a goal is about, without what is drawn for it. */
const about = (goal: Goal): string =>
  goal.kind === 'call'
    ? `${goal.operation.id} ${goal.manner ?? 'plain'} ${goal.bearer ? 'by token' : ''}`
    : JSON.stringify(goal)
const written = (walk: Walk): string => walk.map(about).join('\n')

const DERIVED: Readonly<Record<string, (some: readonly Operation[], all: ReadonlyMap<string, Operation>) => Walk[]>> = {
  madeAfterwards,
  movedGrants,
  brokenWhenSwitched: (some) => brokenWhenSwitched(some, looksAmong(some)),
  readForBoth: (some) => readForBoth(some, ['dual', 'dual-elsewhere']),
  onLongUnknown,
  partsStay: (some) => partsStay(some, looksAmong(some)),
  partsOfOthersStay: (some) => partsOfOthersStay(some, looksAmong(some)),
  readWhileOffNextDoor: (some) => readWhileOffNextDoor(some, () => true),
}

test('what is derived for every area is in the plan of it', async () => {
  const walking = await openWalking({
    gaps: { 'general.acting-organization': 'header' },
    judgedBy: withColleagueElsewhere,
  })
  onTestFinished(() => walking.close())
  const some = walking.of('email')
  const all = new Map(walking.contract.operations)
  const planned = [firstWalks, laterWalks].flatMap((of) => of(walking.session, some)).map(written)
  for (const [name, derived] of Object.entries(DERIVED))
    for (const walk of derived(some, all)) {
      expect(
        planned.some((one) => one.includes(written(walk))),
        `${name}: ${written(walk)}`,
      ).toBe(true)
    }
})
