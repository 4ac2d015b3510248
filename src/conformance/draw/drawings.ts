import type { Cast } from '../kit/cast.ts'
import type { Drawing } from '../kit/drawing.ts'
import type { Sampler } from '../kit/sampler.ts'
import type { Session } from '../session/session.ts'
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
  return (shadow, salt) => ({ ...lasting, shadow, salt })
}
