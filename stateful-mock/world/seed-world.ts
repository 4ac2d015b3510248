import type { Profile, Vocabulary } from '../../src/contract/profile.ts'
import { EVERYWHERE } from '../../src/model/identity/identity.ts'
import { putOncallService } from '../../src/model/seeds/kit/oncall-service.ts'
import { plant } from '../../src/model/seeds/kit/plant.ts'
import type { Seed } from '../../src/model/seeds/kit/seed.ts'
import { type Choices, type Draft, makeDraft } from '../../src/model/world/draft.ts'
import type { World } from '../../src/model/world/world.ts'
import { actorsAtStart } from '../actors/mock-callers.ts'
import type { ProfileActor } from '../actors/profile-actors.ts'
import type { LiveGaps } from '../gaps/live-gaps.ts'

export interface WorldSource {
  readonly seed: Seed
  readonly actors: readonly ProfileActor[]
  readonly profile: Profile
}

/** The world of a seed at an instant, with the people and things in it that a profile says are there. */
export function seedWorld({ seed, actors, profile }: WorldSource, nowMs: number, gaps: LiveGaps): World {
  const grow: Seed['grow'] = (world, choices) => seed.grow(withVocabulary(world, choices, actors, profile), choices)
  return plant({ ...seed, grow }, actorsAtStart({ actors, seed }), nowMs, gaps)
}

function withVocabulary(world: World, choices: Choices, [first]: readonly ProfileActor[], profile: Profile): World {
  if (!first) return world
  const draft = makeDraft(world, choices)
  putVocabulary(draft, first.seed.organization, profile.vocabulary)
  return draft.world
}

function putVocabulary(draft: Draft, org: string, { users = [], oncallServices = [] }: Vocabulary): void {
  for (const { id, label } of users) {
    if (draft.get('User', EVERYWHERE, id)) continue
    draft.put('User', { id, org: EVERYWHERE, seq: draft.serial(), label, email: `${id}@${org}.example` })
    draft.put('Membership', { id, org, seq: draft.serial(), role: 'member', permissions: [] })
  }
  for (const id of oncallServices) if (!draft.get('OncallService', org, id)) putOncallService(draft, org, id, id)
}
