import { didYouMean } from '../../src/contract/mistakes.ts'
import { organizationsOf } from '../../src/model/seeds/seed.ts'
import { SEEDS, seedNamed } from '../../src/model/seeds/seeds.ts'
import { instant } from '../instant.ts'
import type { Mock } from '../mock.ts'
import { startWorld } from '../start-world.ts'
import { type ControlHandler, done } from './handler.ts'

export const listSeeds: ControlHandler = () =>
  done({ seeds: SEEDS.map((seed) => ({ name: seed.name, about: seed.about, organizations: organizationsOf(seed) })) })

export const resetWorld: ControlHandler = (mock, { body }) => {
  const { seed: name = mock.seed.name } = (body ?? {}) as { seed?: string }
  const seed = seedNamed(name)
  if (!seed)
    return {
      status: 404,
      error: `no seed is called ${name}${didYouMean(
        name,
        SEEDS.map((one) => one.name),
      )}`,
    }
  resetTo(mock, seed)
  return done(describeWorld(mock))
}

export function resetTo(mock: Mock, seed: Mock['seed']): void {
  const { holder, actors, contract } = mock
  mock.seed = seed
  holder.reset((nowMs) => startWorld({ seed, actors, profile: contract.profile }, nowMs, holder.gaps))
}

function describeWorld({ holder, seed, startedAtMs, realNow }: Mock) {
  return {
    name: 'default',
    from: { seed: seed.name },
    createdAt: instant(startedAtMs),
    lastUsedAt: instant(realNow()),
    entries: holder.entries,
    clock: { mode: holder.clockMode, now: instant(holder.world.nowMs) },
  }
}
