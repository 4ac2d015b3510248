import type { World } from '../../model/world/world.ts'
import type { Cast } from '../kit/cast.ts'
import type { Drawing } from '../kit/drawing.ts'
import type { Sampler } from '../kit/sampler.ts'
import type { Session } from '../session/session.ts'
import { changedIds } from '../shadow/changed-rows.ts'
import { tableOf } from '../shadow/rows.ts'
import type { Shadow } from '../shadow/shadow.ts'

/** Makes the drawing of each step in one sequence, from the shadow at that moment. */
export function drawingsFor(session: Session, cast: Cast, sampler: Sampler): (shadow: Shadow, salt: string) => Drawing {
  const { contract, driver, budget, receiver } = session
  let counter = 0
  const lasting = {
    affords: budget.affords,
    canCause: (event: string) => driver.can(event),
    contract,
    vocabulary: contract.profile.vocabulary,
    receiverUrl: receiver?.url,
    sampler,
    cast,
    org: contract.profile.actors[cast.main]?.organization ?? '',
    next: () => counter++,
  }
  const worlds: World[] = []
  const touched = (entity: string) => lastChanged(worlds, entity, lasting.org)
  return (shadow, salt) => {
    if (worlds.at(-1) !== shadow.world) worlds.push(shadow.world)
    return { ...lasting, touched, shadow, salt }
  }
}

function lastChanged(worlds: readonly World[], entity: string, org: string): string[] {
  const place = worlds.findLastIndex((after, index) => {
    const before = worlds[index - 1]
    return before !== undefined && tableOf(before, entity) !== tableOf(after, entity)
  })
  const [before, after] = [worlds[place - 1], worlds[place]]
  return before && after ? changedIds(before, after, entity, org) : []
}
