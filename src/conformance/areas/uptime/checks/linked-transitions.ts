import { isObject } from '../../../../contract/json.ts'
import { type Check, type Found, NOTHING_FOUND } from '../../../checks/check.ts'
import { type Item, itemsOf } from '../../../compare/comparison.ts'
import type { Answered } from '../../../shadow/answered.ts'
import { rowsOf } from '../../../shadow/rows.ts'

/**
 * Changes of state are recorded (Events, point 5), so each transition of a monitor that was left as it was created starts
 * where the one before it ended. A change to a monitor may start it anew without a transition, and so may an outage.
 * Remembers the monitors that were changed.
 */
export const linkedTransitions: Check<ReadonlySet<string>> = {
  name: 'history',
  provenance: 'implied',
  start: new Set(),
  look(answered, changed) {
    const { operation, request, received } = answered
    const { id = '' } = request.parameters
    if (operation.id === 'updateMonitor') return { found: NOTHING_FOUND, memory: new Set(changed).add(id) }
    const isAsked = operation.id === 'listMonitorTransitions' && received.status < 300 && isObject(received.json)
    if (!isAsked || changed.has(id) || !isLeftAlone(answered, id)) return { found: NOTHING_FOUND, memory: changed }
    return { found: unlinked(itemsOf(received.json.transitions)), memory: changed }
  },
}

/** True for a monitor of this sequence, of which nobody else knows, while nothing is out of order. */
const isLeftAlone = ({ shadow: { world, salt } }: Answered, id: string): boolean =>
  rowsOf(world, 'UptimeMonitor').some((row) => row.id === id && row.name.includes(salt)) &&
  rowsOf(world, 'Backend').every(({ reachable }) => reachable)

function unlinked(transitions: readonly Item[]): readonly Found[] {
  const isInOrder = new Set(transitions.map(({ at }) => at)).size === transitions.length
  // A list the wrong way round is another mistake.
  if (!isInOrder || !gapIn(transitions) || !gapIn(transitions.toReversed())) return NOTHING_FOUND
  const [later, earlier] = gapIn(transitions) ?? []
  const place = { code: 'value', path: 'transitions.from' } as const
  return [{ ...place, expected: earlier?.to, actual: later?.from, rules: ['UPT-07'] }]
}

/** Two neighbours, the newer first, of which one does not start where the other ended. */
function gapIn(transitions: readonly Item[]): readonly [Item, Item] | undefined {
  for (const [place, later] of transitions.entries()) {
    const earlier = transitions[place + 1]
    if (earlier && later.from !== earlier.to) return [later, earlier]
  }
  return undefined
}
