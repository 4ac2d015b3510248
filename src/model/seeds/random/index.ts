import { loadContract } from '../../../contract/contract.ts'
import source from '../../../contract/generated/spec.js'
import type { Choices } from '../../world/choices.ts'
import type { World } from '../../world/world.ts'
import { CAST } from '../kit/cast.ts'
import type { Growth, Seed } from '../kit/seed.ts'
import { growWild } from './grow.ts'

/** The seed for random worlds. */
export const RANDOM: Pick<Seed, 'name' | 'about' | 'actors'> = {
  name: 'random:SEED:SIZE',
  about: 'SIZE made-up resources over all areas of acme and globex, the same ones for the same SEED',
  actors: CAST,
}

const MOST = 100_000

/** The world of a name such as random:7:1000; undefined for other names. */
export function randomSeed(name: string): Seed | undefined {
  const [, seed, digits] = /^random:([^:]+):(\d{1,6})$/.exec(name) ?? []
  const size = Number(digits)
  if (seed === undefined || size > MOST) return undefined
  // The contract is read again, since only here a seed needs its schemas.
  const growInSteps = (world: World, choices: Choices) => growWild(world, choices, loadContract(source), { seed, size })
  return {
    name,
    about: `${size} made-up resources`,
    actors: CAST,
    grow: (world, choices) => grown(growInSteps(world, choices)),
    growInSteps,
  }
}

/** All steps at once. */
function grown(growth: Growth): World {
  for (;;) {
    const { done, value } = growth.next()
    if (done) return value
  }
}
