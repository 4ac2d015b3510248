import { ImpossibleEvent } from '../../src/model/areas/event-answer.ts'
import { decideEvent, type OutsideEvent } from '../../src/model/decide.ts'
import type { EventName } from '../../src/model/request/operation-types.ts'
import type { Dice } from '../../src/model/seeds/kit/dice.ts'
import type { Choices } from '../../src/model/world/choices.ts'
import { readerOf } from '../../src/model/world/transaction-context.ts'
import type { World } from '../../src/model/world/world.ts'
import { alertFires, alertResolves } from './generators/alert-events.ts'
import { clusterRolls, nodeComesBack, nodeIsLost } from './generators/cluster-events.ts'
import { recordsArePublished } from './generators/dns-events.ts'
import type { AnyEvent, EventGenerator } from './generators/event-generator.ts'
import { imageIsPushed } from './generators/image-events.ts'
import { mailArrives, mailIsSent, mailMeetsItsFate } from './generators/mail-events.ts'
import { monitorFails, monitorIsMeasured, monitorRecovers } from './generators/monitor-events.ts'

/** The generators of live events, each with its weight. */
const GENERATORS: readonly (readonly [EventGenerator, number])[] = [
  [mailIsSent, 10],
  [mailMeetsItsFate, 10],
  [mailArrives, 4],
  [monitorIsMeasured, 6],
  [monitorFails, 3],
  [monitorRecovers, 3],
  [alertFires, 3],
  [alertResolves, 3],
  [imageIsPushed, 2],
  [nodeIsLost, 1],
  [nodeComesBack, 2],
  [clusterRolls, 1],
  [recordsArePublished, 1],
]
const DRAWN: readonly EventGenerator[] = GENERATORS.flatMap(([generator, often]) =>
  Array.from({ length: often }, () => generator),
)
/** The number of generators tried before nothing happens. */
const TRIES = 12

/** Something that can really happen to an organization now. The same dice in the same world, the same event. */
export function nextEvent(world: World, choices: Choices, org: string, dice: Dice): AnyEvent | undefined {
  const context = { reader: readerOf(world, choices), org, dice }
  for (let tried = 0; tried < TRIES; tried++) {
    const event = dice.pick(DRAWN as [EventGenerator, ...EventGenerator[]])(context)
    if (event && isPossible(world, choices, event)) return event
  }
  return undefined
}

function isPossible(world: World, choices: Choices, event: AnyEvent): boolean {
  try {
    decideEvent(world, event as OutsideEvent<EventName>, choices)
    return true
  } catch (error) {
    if (error instanceof ImpossibleEvent) return false
    throw error
  }
}
