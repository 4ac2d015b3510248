import { type ActorSeed, introduce, seedIdentities } from '../../access/seed-identities.ts'
import { emptyWorld } from '../../empty-world.ts'
import { EVERYWHERE } from '../../identity/identity.ts'
import { getRow } from '../../table/table.ts'
import type { Choices } from '../../world/choices.ts'
import type { World } from '../../world/world.ts'
import { seedPlatform } from './platform.ts'
import type { Seed } from './seed.ts'

/** The world of a seed at an instant, with these people in it. */
export function plant(seed: Seed, everyone: readonly ActorSeed[], nowMs: number, choices: Choices): World {
  return seed.grow(groundFor(seed, everyone, nowMs, choices), choices)
}

/** The same before anything has grown in it. */
export function groundFor(seed: Seed, everyone: readonly ActorSeed[], nowMs: number, choices: Choices): World {
  const start = seed.saved ?? emptyWorld({ nowMs })
  // People who are already in a saved world are not changed.
  const newcomers = everyone.filter(({ credential }) => !getRow(start.tables.Credential, [EVERYWHERE, credential]))
  const arrived = seedIdentities(start, newcomers)
  const inhabited = seed.saved ? arrived : introduce(arrived, Object.values(seed.actors))
  return seedPlatform(inhabited, choices)
}
