import type { GapId } from '../../contract/generated/gaps.ts'
import { ImpossibleEvent } from '../../model/areas/event-answer.ts'
import type { World } from '../../model/world/world.ts'
import type { Caused } from '../shadow/caused.ts'
import { type Assignment, deviationsFrom, NO_DEVIATION } from '../shadow/choices.ts'
import { happening } from './happening.ts'

/** What the model says of an event in one world. */
export interface Predicted {
  readonly answer?: unknown
  readonly impossible?: ImpossibleEvent
}

/**
 * The predicted answer of an event, and those with one gap at a time filled differently. The first is usually enough,
 * so the others are computed on demand.
 */
export interface Predictions {
  readonly first: Predicted
  every(holds: (one: Predicted) => boolean): boolean
}

export function predictions(caused: Caused): Predictions {
  const { contract, shadow } = caused
  const consulted = new Set<GapId>()
  const under = (world: World, assignment: Assignment): Predicted => {
    const { outcome, error, consulted: asked } = happening(caused, world, assignment)
    for (const gap of asked) consulted.add(gap)
    if (outcome) return { answer: outcome.answer }
    return error instanceof ImpossibleEvent ? { impossible: error } : {}
  }
  const worlds = [shadow.world, ...shadow.others.map(({ world }) => world)]
  const first = under(shadow.world, NO_DEVIATION)
  function* all() {
    yield first
    for (const { world } of shadow.others) yield under(world, NO_DEVIATION)
    for (const assignment of [...deviationsFrom(contract, shadow, NO_DEVIATION, [...consulted])])
      for (const world of worlds) yield under(world, assignment)
  }
  return { first, every: (holds) => all().every(holds) }
}

/** Why the event is impossible in the model; undefined if it is not. */
export const whyImpossible = (caused: Caused): ImpossibleEvent | undefined => predictions(caused).first.impossible
