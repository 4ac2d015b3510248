import type { Operation } from '../../../src/contract/operations.ts'
import { ImpossibleEvent } from '../../../src/model/areas/event-answer.ts'
import { eventsOf } from '../../../src/model/model.ts'
import type { EventName } from '../../../src/model/request/operation-types.ts'
import { numberedAnswer } from '../../views/numbered-answer.ts'
import { affectedOrganization } from './affected-organization.ts'
import { type ControlHandler, done } from './control-handler.ts'

/** True if an operation is an outside event that the model knows. */
export const isKnownEvent = ({ id }: Operation): boolean => eventsOf(id as EventName).length > 0

export const causeEvent: ControlHandler = ({ holder }, { operation, body }) => {
  const affected = affectedOrganization(holder.world, operation, body)
  if ('missing' in affected) return { status: 404, error: `there is no organization named ${affected.missing}` }
  try {
    const answer: unknown = holder.event(operation.id as EventName, affected.org, body as never)
    return done(numberedAnswer(answer, holder.entries))
  } catch (error) {
    if (!(error instanceof ImpossibleEvent)) throw error
    return { status: error.because === 'unknown' ? 404 : 409, error: error.message }
  }
}
