import { ImpossibleEvent } from '../../areas/event-answer.ts'
import { decide, decideEvent, type OutsideEvent } from '../../decide.ts'
import type { EventName } from '../../request/operation-types.ts'
import type { Choices } from '../../world/choices.ts'
import { apply, type World } from '../../world/world.ts'

/** The world after an outside event; undefined when it cannot happen. */
export function afterEvent<Name extends EventName>(
  world: World,
  event: OutsideEvent<Name>,
  choices: Choices,
): World | undefined {
  try {
    return apply(world, decideEvent(world, event, choices).changes)
  } catch (error) {
    if (error instanceof ImpossibleEvent) return undefined
    throw error
  }
}

type Asked = Pick<Parameters<typeof decide>[1], 'operation' | 'credential' | 'parameters'>

/** The world after a request; undefined when it is refused. */
export function afterRequest(
  world: World,
  { body, ...asked }: Asked & { readonly body?: unknown },
  choices: Choices,
): World | undefined {
  const outcome = decide(world, { ...asked, query: {}, body }, choices)
  return outcome.kind === 'success' ? apply(world, outcome.changes) : undefined
}
