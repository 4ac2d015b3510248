import type { GapId } from '../../contract/generated/gaps.ts'
import { decideEvent, type EventOutcome } from '../../model/decide.ts'
import type { EventBody, EventName } from '../../model/request/operation-types.ts'
import type { World } from '../../model/world/world.ts'
import type { Caused } from '../shadow/caused.ts'
import { type Assignment, choicesFor, NO_DEVIATION } from '../shadow/choices.ts'

/** What the model says of an outside event in one world, and the gaps it asked about on the way. */
export interface Happening {
  readonly outcome?: EventOutcome<EventName>
  /** Thrown if the event is not possible there. */
  readonly error?: unknown
  readonly consulted: ReadonlySet<GapId>
}

interface Known extends Pick<Caused, 'contract' | 'event' | 'org' | 'body'> {
  readonly learned: Caused['shadow']['learned']
  readonly happening: Happening
}
const known = new WeakMap<World, Known>()

/**
 * What happens under the choices known of the target, except for those assigned. Without an assignment it is worked out once
 * for an event: both the driver's report and what follows from the event are held against it.
 */
export function happening(caused: Caused, world: World, assignment: Assignment = NO_DEVIATION): Happening {
  if (assignment.size > 0) return workedOut(caused, world, assignment)
  const { contract, event, org, body, shadow } = caused
  const before = known.get(world)
  const isSame = (one: Known) =>
    one.body === body &&
    one.event === event &&
    one.org === org &&
    one.learned === shadow.learned &&
    one.contract === contract
  if (before && isSame(before)) return before.happening
  const now = workedOut(caused, world, NO_DEVIATION)
  known.set(world, { contract, event, org, body, learned: shadow.learned, happening: now })
  return now
}

function workedOut({ contract, shadow, event, org, body }: Caused, world: World, assignment: Assignment): Happening {
  const consulted = new Set<GapId>()
  const choices = choicesFor(contract, shadow, assignment)
  const value: typeof choices.value = (id) => {
    consulted.add(id)
    return choices.value(id)
  }
  try {
    const given = { name: event as EventName, org, body: body as EventBody<EventName> }
    return { outcome: decideEvent(world, given, { ...choices, value }), consulted }
  } catch (error) {
    return { error, consulted }
  }
}
