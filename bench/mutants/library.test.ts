import { expect, test } from 'vitest'
import { LIBRARY } from '../../bin/files/library.ts'
import { readScenarios } from '../../bin/files/scenario-files.ts'
import { targetOn } from '../../bin/replay/fresh-target.ts'
import { mockOptionsFor } from '../../bin/replay/mock-options.ts'
import { loadContract } from '../../src/contract/contract.ts'
import source from '../../src/contract/generated/spec.js'
import { EMPTY_PROFILE } from '../../src/contract/profile.ts'
import { replay } from '../../src/scenario/replay/replay.ts'
import { createMock } from '../../stateful-mock/create-mock.ts'

const contract = loadContract(source)
const scenarios = readScenarios(contract, [LIBRARY]).filter(({ folder }) => folder === process.env.MUTANT_AREA)

test.each(scenarios)('$name', async (scenario) => {
  const now = Date.now()
  const mock = await createMock({ ...mockOptionsFor(scenario, EMPTY_PROFILE), realNow: () => now })
  try {
    expect((await replay(scenario, targetOn(mock))).outcome).toBe('passed')
  } finally {
    await mock.close()
  }
})
