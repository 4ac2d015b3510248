import type { Json } from '../../src/contract/json.ts'
import { didYouMean } from '../../src/contract/mistakes.ts'
import { organizationsOf } from '../../src/model/seeds/seed.ts'
import { SEEDS, SEEDS_ON_OFFER, seedNamed } from '../../src/model/seeds/seeds.ts'
import { worldToJson } from '../../src/model/world-file.ts'
import { namedActors } from '../callers.ts'
import { instant } from '../instant.ts'
import type { LiveGaps } from '../live-gaps.ts'
import type { Mock } from '../mock.ts'
import { startWorld } from '../start-world.ts'
import { type ControlHandler, done } from './handler.ts'

export const listSeeds: ControlHandler = () =>
  done({
    seeds: SEEDS_ON_OFFER.map((seed) => ({ name: seed.name, about: seed.about, organizations: organizationsOf(seed) })),
  })

export const resetWorld: ControlHandler = (mock, { body }) => {
  const { seed: name = mock.seed.name } = (body ?? {}) as { seed?: string }
  const seed = name === mock.seed.name ? mock.seed : seedNamed(name)
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

/** The whole world, to start from again another time. */
export const exportWorld: ControlHandler = (mock) => {
  const { holder } = mock
  const actors = Object.fromEntries(namedActors(mock))
  const surroundings = { clock: holder.clockMode, actors, gaps: changedGaps(holder.gaps), entry: holder.entries }
  return done(worldToJson(holder.world, surroundings))
}

/** Those that are not at their default. */
function changedGaps(gaps: LiveGaps): Record<string, Json> {
  const values = [...gaps.contract.definitions].map(([id, gap]) => ({ id, value: gaps.value(id), usual: gap.default }))
  const changed = values.filter(({ value, usual }) => JSON.stringify(value) !== JSON.stringify(usual))
  return Object.fromEntries(changed.map(({ id, value }) => [id, value as Json]))
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
