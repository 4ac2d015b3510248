import type { Profile } from '../../src/contract/profile.ts'
import { replay } from '../../src/scenario/replay/replay.ts'
import { describeResult } from '../../src/scenario/reports/terminal.ts'
import type { Scenario } from '../../src/scenario/scenario.ts'
import type { MockOptions, RunningMock } from '../../stateful-mock/create-mock.ts'
import { UsageError } from '../command-line/usage-error.ts'
import { contractWith } from '../files/contract.ts'
import { scenarioCalled } from '../files/scenario-files.ts'
import { targetOn } from '../replay/fresh-target.ts'
import { mockOptionsFor } from '../replay/mock-options.ts'

/** A mock that is to start inside a scenario: where it begins, and how to get there. */
export interface Into {
  readonly scenario: Scenario
  options(given: MockOptions & { readonly profile: Profile }): MockOptions
}

export function intoScenario(nameOrFile: string): Into {
  const scenario = scenarioCalled(contractWith(undefined), nameOrFile)
  return { scenario, options: (given) => ({ ...given, ...mockOptionsFor(scenario, given.profile) }) }
}

/** Plays the steps up to where the scenario wants a server to stop. */
export async function playInto(scenario: Scenario, mock: RunningMock): Promise<void> {
  const result = await replay(scenario, targetOn(mock), { upTo: scenario.notes.stopAfter })
  if (result.outcome === 'passed') return
  await mock.close()
  throw new UsageError(
    `The scenario does not come out as it says, so there is nothing to serve.\n${describeResult(result)}`,
  )
}
