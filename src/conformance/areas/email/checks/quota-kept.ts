import { type Check, NOTHING_FOUND } from '../../../checks/check.ts'
import { rowsOf } from '../../../shadow/rows.ts'
import { quarterOf, shownSettings } from './shown-posture.ts'

interface Shown {
  readonly quota: number
  readonly accepted: number
  readonly atMs: number
}

/**
 * No more is accepted in a day than the quota says (Limits, daily email quota), unless more was accepted when it was set. A
 * message to several people may be the one that goes beyond it.
 */
export const quotaKept: Check<ReadonlyMap<string, Shown>> = {
  name: 'limit',
  provenance: 'stated',
  start: new Map(),
  look(answered, memory) {
    const { shadow, org } = answered
    const shown = shownSettings(answered)
    if (!shown) return { found: NOTHING_FOUND, memory }
    const { dailyQuota: quota, acceptedToday: accepted } = shown
    if (typeof quota !== 'number' || typeof accepted !== 'number') return { found: NOTHING_FOUND, memory }
    const { nowMs } = shadow.world
    const before = memory.get(org)
    const isSameDay = before !== undefined && quarterOf(before.atMs) === quarterOf(nowMs)
    const isBeyond = isSameDay && before.quota === quota && before.accepted <= quota && accepted > quota
    const toSeveral = rowsOf(shadow.world, 'EmailMessage').some((row) => row.org === org && row.to.length > 1)
    const place = { code: 'value', path: 'acceptedToday', expected: quota, actual: accepted } as const
    return {
      found: isBeyond && !toSeveral ? [{ ...place, rules: ['LIM-02'] }] : NOTHING_FOUND,
      memory: new Map(memory).set(org, { quota, accepted, atMs: nowMs }),
    }
  },
}
