import type { Profile, Vocabulary } from '../../src/contract/profile.ts'
import { EVERYWHERE } from '../../src/model/identity/identity.ts'
import { readGrown } from '../../src/model/seeds/beforehand/grown-world.ts'
import { putOncallService } from '../../src/model/seeds/kit/oncall-service.ts'
import { groundFor } from '../../src/model/seeds/kit/plant.ts'
import type { Growth, Seed } from '../../src/model/seeds/kit/seed.ts'
import { SEEDS } from '../../src/model/seeds/seeds.ts'
import type { Choices } from '../../src/model/world/choices.ts'
import { OpenTransaction } from '../../src/model/world/open-transaction.ts'
import type { Transaction } from '../../src/model/world/transaction.ts'
import { TransactionContext } from '../../src/model/world/transaction-context.ts'
import type { World } from '../../src/model/world/world.ts'
import { actorsAtStart } from '../actors/mock-callers.ts'
import type { ProfileActor } from '../actors/profile-actors.ts'
import type { LiveGaps } from '../gaps/live-gaps.ts'
import type { Platform } from '../platform/platform.ts'

export interface WorldSource {
  readonly seed: Seed
  readonly actors: readonly ProfileActor[]
  readonly profile: Profile
  readonly grownWorld: Platform['grownWorld']
}

/** The world of a seed at an instant, with the people and things in it that a profile says are there. */
export function seedWorld(source: WorldSource, nowMs: number, gaps: LiveGaps): World {
  const grown = asUsual(source, gaps) ? source.grownWorld(source.seed.name) : undefined
  return grown === undefined ? source.seed.grow(groundOf(source, nowMs, gaps), gaps) : readGrown(grown, nowMs)
}

/** One of our own seeds, and nothing is otherwise than the contract has it. */
const asUsual = ({ seed, actors, profile }: WorldSource, { changes }: LiveGaps): boolean =>
  SEEDS.includes(seed) && actors.length + changes.size + Object.keys(profile.gaps).length === 0

/** The same in steps; undefined where it takes only one. */
export function seedWorldInSteps(source: WorldSource, nowMs: number, gaps: LiveGaps): Growth | undefined {
  return source.seed.growInSteps?.(groundOf(source, nowMs, gaps), gaps)
}

function groundOf({ seed, actors, profile }: WorldSource, nowMs: number, gaps: LiveGaps): World {
  const ground = groundFor(seed, actorsAtStart({ actors, seed }), nowMs, gaps)
  return withVocabulary(ground, gaps, actors, profile)
}

function withVocabulary(world: World, choices: Choices, [first]: readonly ProfileActor[], profile: Profile): World {
  if (!first) return world
  const transaction = new OpenTransaction(world, choices)
  putVocabulary(new TransactionContext(transaction), first.seed.organization, profile.vocabulary)
  return transaction.commit()
}

function putVocabulary(context: Transaction, org: string, { users = [], oncallServices = [] }: Vocabulary): void {
  for (const { id, label } of users) {
    if (context.get('User', EVERYWHERE, id)) continue
    context.put('User', { id, org: EVERYWHERE, seq: context.serial(), label, email: `${id}@${org}.example` })
    context.put('Membership', { id, org, seq: context.serial(), role: 'member', permissions: [] })
  }
  for (const id of oncallServices) if (!context.get('OncallService', org, id)) putOncallService(context, org, id, id)
}
