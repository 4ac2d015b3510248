import { isObject } from '../../../../contract/json.ts'
import { type Check, NOTHING_FOUND } from '../../../checks/check.ts'
import { machine, type SeenStates } from '../../../checks/machine.ts'
import { sameJson } from '../../../compare/compare.ts'
import { itemsOf } from '../../../compare/comparison.ts'
import { memoryOf } from '../../../shadow/memories.ts'
import { thingKey } from '../../../shadow/shadow.ts'

type Move = ReturnType<SeenStates['moves']['get']>

/** How a full list began, and the last change of state that had been seen by then. */
interface Full {
  readonly newest: unknown
  readonly move: Move
}

/** Transitions in a list, at most (Limits). */
const MOST = 50

/** Past the limit it is the oldest transitions that are left out: after a change that was seen a list begins otherwise. */
export const newestTransition: Check<ReadonlyMap<string, Full>> = {
  name: 'history',
  provenance: 'stated',
  start: new Map(),
  look({ operation, request, received: { status, json }, shadow, org }, lists) {
    const { id = '' } = request.parameters
    if (operation.id !== 'listMonitorTransitions' || status >= 300 || !isObject(json))
      return { found: NOTHING_FOUND, memory: lists }
    const transitions = itemsOf(json.transitions)
    if (transitions.length < MOST) return { found: NOTHING_FOUND, memory: lists }
    const [newest] = transitions
    const move = memoryOf(shadow, machine).moves.get(thingKey('UptimeMonitor', org, id))
    const before = lists.get(id)
    const isStill =
      before !== undefined && move !== undefined && move !== before.move && sameJson(before.newest, newest)
    const found = { code: 'newest-transition-lacking', entity: 'UptimeMonitor', id, newest, rules: ['UPT-07'] } as const
    return {
      found: isStill ? [{ ...found, ...move }] : NOTHING_FOUND,
      memory: new Map([...lists, [id, { newest, move }]]),
    }
  },
}
