import type { Session } from '../session/session.ts'
import type { Shadow } from '../shadow/shadow.ts'
import type { Step } from '../step/step.ts'
import type { Drawing } from './drawing.ts'
import { type Cast, drawRequest } from './next-step.ts'
import type { Sampler } from './sampler.ts'
import { WAYS } from './ways.ts'

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
    receiverUrl: session.receiver?.url,
    shadow,
    sampler,
    org,
    salt,
    next,
  }
}

/** A step that makes a thing of an entity, or of what that one needs in turn. */
export function make(drawing: Drawing, session: Session, entity: string, cast: Cast, depth = 0): Step | undefined {
  if (depth > 4) return undefined
  const needed = (missing: string) => make(drawing, session, missing, cast, depth + 1)
  const request = (id: string): Step | undefined => {
    if (session.contract.profile.leaveOut.includes(id)) return undefined
    const drawn = drawRequest(drawing, session.contract.operation(id), 'plain', cast)
    return drawn && 'missing' in drawn ? needed(drawn.missing) : drawn
  }
  const way = WAYS[entity]?.(drawing)
  if (way) {
    if ('missing' in way) return needed(way.missing)
    if ('operation' in way) return request(way.operation)
    return session.driver.can(way.event)
      ? { kind: 'event', event: way.event, actor: cast.main, body: way.body }
      : undefined
  }
  const creator = [...session.contract.operations.values()].find(
    (operation) => operation.does === 'create' && operation.entity === entity,
  )
  return creator && request(creator.id)
}
