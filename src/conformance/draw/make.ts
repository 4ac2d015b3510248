import type { Session } from '../session.ts'
import type { Shadow } from '../shadow.ts'
import type { RequestStep } from '../step.ts'
import type { Drawing } from './drawing.ts'
import { type Cast, drawRequest } from './next-step.ts'
import type { Sampler } from './sampler.ts'

export function drawingFor(
  session: Session,
  shadow: Shadow,
  sampler: Sampler,
  cast: Cast,
  salt: string,
  next: () => number,
): Drawing {
  const { contract } = session
  const org = contract.profile.actors[cast.main]?.organization ?? ''
  return {
    affords: session.budget.affords,
    contract,
    vocabulary: contract.profile.vocabulary,
    shadow,
    sampler,
    org,
    salt,
    next,
  }
}

/** A request that makes a thing of an entity, or of what that one needs in turn. */
export function make(
  drawing: Drawing,
  session: Session,
  entity: string,
  cast: Cast,
  depth = 0,
): RequestStep | undefined {
  if (depth > 4) return undefined
  const creator = [...session.contract.operations.values()].find(
    (operation) =>
      operation.does === 'create' &&
      operation.entity === entity &&
      !session.contract.profile.leaveOut.includes(operation.id),
  )
  if (!creator) return undefined
  const drawn = drawRequest(drawing, creator, 'plain', cast)
  if (!drawn) return undefined
  return 'missing' in drawn ? make(drawing, session, drawn.missing, cast, depth + 1) : drawn
}
