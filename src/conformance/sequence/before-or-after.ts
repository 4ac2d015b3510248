import { advance } from '../../model/advance.ts'
import { apply } from '../../model/world/world.ts'
import type { Session } from '../session/session.ts'
import { choicesFor } from '../shadow/choices.ts'
import type { Shadow } from '../shadow/shadow.ts'

/** Outside events that change how something goes which may just be happening: an attempt at an endpoint, say. */
const CHANGING: ReadonlySet<string> = new Set(['webhookEndpointAnswers'])

/**
 * What falls due at the moment of such an event may have been done before it or after it, so both worlds are kept until an
 * answer tells them apart.
 */
export function beforeOrAfter({ contract, clock }: Session, shadow: Shadow, event: string): Shadow {
  if (!CHANGING.has(event)) return shadow
  const { world } = shadow
  const { changes } = advance(world, Math.max(clock.now(), world.nowMs + 1), choicesFor(contract, shadow))
  // The passing of time alone makes no other world.
  if (!changes.some(({ kind }) => kind === 'put')) return shadow
  return { ...shadow, others: [...shadow.others, { world: apply(world, changes), because: [] }] }
}
