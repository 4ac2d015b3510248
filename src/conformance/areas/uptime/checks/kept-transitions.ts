import { isObject } from '../../../../contract/json.ts'
import { type Check, NOTHING_FOUND } from '../../../checks/check.ts'
import { sameJson } from '../../../compare/compare.ts'
import { itemsOf } from '../../../compare/comparison.ts'
import { rowsOf } from '../../../shadow/rows.ts'
import { thingKey } from '../../../shadow/shadow.ts'

/** What a list showed, and when. */
interface Shown {
  readonly transitions: readonly unknown[]
  readonly atMs: number
}

/** Transitions in a list, at most (Limits). With so many, older ones go. */
const MOST = 50
/** How long history is kept is not stated; for a day it surely is. */
const DAY_MS = 86_400_000

/** What is recorded of a monitor stays recorded, whatever becomes of the monitor (Events, point 5). */
export const keptTransitions: Check<ReadonlyMap<string, Shown>> = {
  name: 'history',
  provenance: 'stated',
  start: new Map(),
  look({ operation, request, received: { status, json }, shadow, org }, shown) {
    if (operation.id !== 'listMonitorTransitions' || status >= 300 || !isObject(json))
      return { found: NOTHING_FOUND, memory: shown }
    const key = thingKey('UptimeMonitor', org, request.parameters.id ?? '')
    const atMs = shadow.world.nowMs
    const transitions = itemsOf(json.transitions)
    const before = shown.get(key)
    const memory = new Map([...shown, [key, { transitions, atMs }]])
    // A clock that was set back may have hidden what is yet to come.
    const isSoon = before !== undefined && atMs >= before.atMs && atMs - before.atMs < DAY_MS
    // What a deleted monitor shows is open.
    const isThere = rowsOf(shadow.world, 'UptimeMonitor').some(
      ({ id, deleted }) => id === request.parameters.id && !deleted,
    )
    if (!isSoon || !isThere || transitions.length >= Math.min(MOST, before.transitions.length))
      return { found: NOTHING_FOUND, memory }
    const lacks = { code: 'lacks', path: 'transitions', entity: 'UptimeTransition', id: undefined } as const
    const isGone = (one: unknown) => !transitions.some((other) => sameJson(one, other))
    const expected = before.transitions.find(isGone) ?? before.transitions[0]
    return { found: [{ ...lacks, expected, actual: undefined, rules: ['UPT-07'] }], memory }
  },
}
