import { isObject } from '../../../../contract/json.ts'
import { type Check, type Found, NOTHING_FOUND } from '../../../checks/check.ts'
import { type Item, itemsOf } from '../../../compare/comparison.ts'
import { readTime } from '../../../compare/read-time.ts'
import type { Answered } from '../../../shadow/answered.ts'
import { rowsOf } from '../../../shadow/rows.ts'

/** What may have started a monitor anew: changes of it, and outages, whose traces last for a sequence. */
interface Disturbed {
  readonly changed: ReadonlySet<string>
  readonly outage: boolean
}

/**
 * Changes of state are recorded (Events, point 5), so each transition of a monitor that was left as it was created starts
 * where the one before it ended. A change to a monitor may start it anew without a transition, and so may an outage.
 */
const linked = (
  provenance: Check['provenance'],
  isMeant: (found: Gap, outage: boolean) => boolean,
): Check<Disturbed> => ({
  name: 'history',
  provenance,
  start: { changed: new Set(), outage: false },
  look(answered, memory) {
    const { operation, request, received } = answered
    const { id = '' } = request.parameters
    if (operation.id === 'updateMonitor')
      return { found: NOTHING_FOUND, memory: { ...memory, changed: new Set(memory.changed).add(id) } }
    if (isOut(answered)) return { found: NOTHING_FOUND, memory: memory.outage ? memory : { ...memory, outage: true } }
    const isAsked = operation.id === 'listMonitorTransitions' && received.status < 300 && isObject(received.json)
    if (!isAsked || memory.changed.has(id) || !isOurs(answered, id)) return { found: NOTHING_FOUND, memory }
    const gap = unlinked(itemsOf(received.json.transitions))
    return { found: gap && isMeant(gap, memory.outage) ? [foundAt(gap)] : NOTHING_FOUND, memory }
  },
})

/** Up and down are left by a change of state only; what is pending may just begin. */
const isUnrecorded = ([later, earlier]: Gap, outage: boolean): boolean =>
  !outage && later.from !== 'pending' && earlier.to !== 'pending'

export const recordedTransitions = linked('stated', isUnrecorded)
export const linkedTransitions = linked('implied', (gap, outage) => !isUnrecorded(gap, outage))

/** True for a monitor of this sequence, of which nobody else knows. */
const isOurs = ({ shadow: { world, salt } }: Answered, id: string): boolean =>
  rowsOf(world, 'UptimeMonitor').some((row) => row.id === id && row.name.includes(salt))

/** True while something is out of order. */
const isOut = ({ shadow: { world } }: Answered): boolean => rowsOf(world, 'Backend').some(({ reachable }) => !reachable)

/** Two neighbours, the newer first, of which one does not start where the other ended. */
type Gap = readonly [later: Item, earlier: Item]

function unlinked(transitions: readonly Item[]): Gap | undefined {
  const isInOrder = new Set(transitions.map(({ at }) => at)).size === transitions.length
  // A list the wrong way round is another mistake.
  if (!isInOrder || !gapIn(transitions.toReversed()) || mayBeSwapped(transitions)) return undefined
  return gapIn(transitions)
}

/** True if it is all right once two that are milliseconds apart change places: probes told of all at once may get such times. */
const mayBeSwapped = (transitions: readonly Item[]): boolean =>
  transitions.some((later, place) => {
    const earlier = transitions[place + 1]
    if (!earlier || Math.abs(readTime(later.at) - readTime(earlier.at)) > CLOSE_MS) return false
    return !gapIn(transitions.with(place, earlier).with(place + 1, later))
  })
const CLOSE_MS = 5

function gapIn(transitions: readonly Item[]): Gap | undefined {
  for (const [place, later] of transitions.entries()) {
    const earlier = transitions[place + 1]
    if (earlier && later.from !== earlier.to) return [later, earlier]
  }
  return undefined
}

const foundAt = ([later, earlier]: Gap): Found => ({
  code: 'value',
  path: 'transitions.from',
  expected: earlier.to,
  actual: later.from,
  rules: ['UPT-07'],
})
