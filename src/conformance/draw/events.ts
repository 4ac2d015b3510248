import type { Operation } from '../../contract/operations.ts'
import { DRAWN_EVENTS } from '../areas/of-all-areas.ts'
import type { Drawing } from '../kit/drawing.ts'
import type { EventStep } from '../step/step.ts'
import { eventStep } from './event-step.ts'

type CanCause = Drawing['canCause']

/** Durations from a retry delay to a day. Longer ones are slow for a target, and walks cover them. */
const SPANS = ['PT1M', 'PT10M', 'PT1H', 'P1D']

/** Outside events that a sequence on these operations may cause. */
const possibleEvents = (can: CanCause, operations: readonly Operation[]) =>
  [...DRAWN_EVENTS].filter(
    ([name, { about, inWalksOnly }]) =>
      !inWalksOnly && can(name) && operations.some(({ entity = '' }) => [about].flat().includes(entity)),
  )

/** True if a sequence on these operations may cause an outside event. */
export const mayCauseEvent = (can: CanCause, operations: readonly Operation[]): boolean =>
  possibleEvents(can, operations).length > 0

export function drawEvent(drawing: Drawing, operations: readonly Operation[]): EventStep | undefined {
  const { sampler, canCause } = drawing
  if (canCause('advanceClock') && sampler.chance(0.1))
    return eventStep(drawing, 'advanceClock', { by: sampler.pick(SPANS) })
  const chosen = sampler.pick(possibleEvents(canCause, operations))
  if (!chosen) return undefined
  const [event, { body: draw }] = chosen
  const body = draw(drawing)
  return body ? eventStep(drawing, event, body) : undefined
}
