import { describe, expect, test } from 'vitest'
import { mistakenMock } from '../../bench/mistakes/mistaken.ts'
import { withMistakes } from '../../bench/mistakes/switched-on.ts'
import { LIBRARY } from '../../bin/files/library.ts'
import { readScenarios } from '../../bin/files/scenario-files.ts'
import { targetOn } from '../../bin/replay/fresh-target.ts'
import { mockOptionsFor } from '../../bin/replay/mock-options.ts'
import { EMPTY_PROFILE } from '../../src/contract/profile.ts'
import { RULES } from '../../src/model/model.ts'
import { replay } from '../../src/scenario/replay/replay.ts'
import type { ScenarioResult } from '../../src/scenario/replay/result.ts'
import { describeResult } from '../../src/scenario/reports/terminal.ts'
import type { Scenario } from '../../src/scenario/scenario.ts'
import { createMock } from '../../stateful-mock/create-mock.ts'
import { sampled } from '../support/sampled.ts'
import { contract } from './support.ts'

const library = readScenarios(contract, [LIBRARY])

/** Plays a scenario on a mock made for it. */
async function played(scenario: Scenario, create = createMock): Promise<ScenarioResult> {
  const now = Date.now()
  const mock = await create({ ...mockOptionsFor(scenario, EMPTY_PROFILE), realNow: () => now })
  try {
    return await replay(scenario, targetOn(mock))
  } finally {
    await mock.close()
  }
}

const { createMock: createMistakenMock } = await mistakenMock()
const playedWithout = (scenario: Scenario, broken: readonly string[]): Promise<ScenarioResult> =>
  withMistakes(broken, () => played(scenario, createMistakenMock))

const nameOf = ({ folder, name }: Scenario) => `${folder}/${name}`

test('the library passes on the mock', async () => {
  const failed: string[] = []
  for (const scenario of sampled(library, 2)) {
    const result = await played(scenario)
    if (result.outcome !== 'passed') failed.push(describeResult(result))
  }
  expect(failed).toEqual([])
  expect(library.length).toBeGreaterThanOrEqual(80)
})

test('no rule that is held against anybody is without a scenario about it', () => {
  const named = new Set(library.flatMap(({ notes }) => (notes.rules ?? []).flat()))
  const judged = RULES.filter(({ provenance }) => provenance !== 'assumed').map(({ id }) => id)
  expect(judged.filter((id) => !named.has(id))).toEqual([])
})

const looks = sampled(library, 40).flatMap((scenario) =>
  (scenario.notes.rules ?? []).map((rules) => ({ scenario, rules: [rules].flat(), name: nameOf(scenario) })),
)

describe('fails when a rule it is about is broken', () => {
  test.each(looks)('$name without $rules', async ({ scenario, rules }) => {
    expect((await playedWithout(scenario, rules)).outcome).toBe('failed')
  })
})
