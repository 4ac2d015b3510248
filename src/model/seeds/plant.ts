import type { Choices } from '../draft.ts'
import { makeDraft } from '../draft.ts'
import { type ActorSeed, seedIdentities } from '../seed-identities.ts'
import { apply, emptyWorld, type World } from '../world.ts'
import { seedPlatform } from './platform.ts'
import type { Seed } from './seed.ts'

/** The world of a seed at an instant, with these people in it. */
export function plant(seed: Seed, everyone: readonly ActorSeed[], nowMs: number, choices: Choices): World {
  const inhabited = seedIdentities(emptyWorld({ nowMs }), everyone)
  const furnished = seedPlatform(inhabited, choices)
  const draft = makeDraft(furnished, choices)
  seed.fill(draft)
  return apply(furnished, draft.changes)
}
