import type { Profile } from '../../src/contract/profile.ts'
import { SEEDS, seedNamed } from '../../src/model/seeds/seeds.ts'
import { type Scenario, USUAL_INSTANT } from '../../src/scenario/scenario.ts'
import type { MockOptions } from '../../stateful-mock/create-mock.ts'
import { UsageError } from '../command-line/usage-error.ts'

/** The options of a mock in which a scenario is replayed from its start. */
export function mockOptionsFor({ notes, file }: Scenario, profile: Profile): MockOptions & { readonly seed: string } {
  const seed = notes.seed ?? SEEDS[0].name
  if (!seedNamed(seed))
    throw new UsageError(
      `${file} starts from the seed ${seed}; there is only ${SEEDS.map(({ name }) => name).join(', ')}.`,
    )
  return {
    seed,
    clock: notes.clock ?? USUAL_INSTANT,
    profile: { ...profile, gaps: { ...profile.gaps, ...notes.gaps } },
  }
}
