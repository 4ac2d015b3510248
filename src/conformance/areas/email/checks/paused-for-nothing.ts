import { type Check, NOTHING_FOUND } from '../../../checks/check.ts'
import { rowsOf } from '../../../shadow/rows.ts'
import { setbacksOf, shownSettings } from './shown-posture.ts'

/** What lies further back no longer counts in any rate. */
const LONG_AGO_MS = 95 * 86_400_000

/**
 * Sending is paused for the bounces and complaints of one's own mail (Events, point 3, which names no other reason): an
 * organization that was not paused long ago, and has had none since, is not paused now, whatever becomes of the mail of
 * others (EML-18, GEN-04).
 */
export const pausedForNothing: Check<ReadonlyMap<string, number>> = {
  name: 'isolation',
  provenance: 'implied',
  start: new Map(),
  look(answered, memory) {
    const { shadow, org } = answered
    const shown = shownSettings(answered)
    if (!shown) return { found: NOTHING_FOUND, memory }
    const { world } = shadow
    const unpausedMs = memory.get(org)
    if (shown.paused === false)
      return { found: NOTHING_FOUND, memory: new Map(memory).set(org, unpausedMs ?? world.nowMs) }
    const isLongAgo = unpausedMs !== undefined && world.nowMs - unpausedMs > LONG_AGO_MS
    const hasFailed = rowsOf(world, 'EmailMessage').some((row) => row.org === org && row.stage === 'failed')
    const isWrong = shown.paused === true && isLongAgo && setbacksOf(world, org) === 0 && !hasFailed
    const found = { code: 'value', path: 'paused', expected: false, actual: true, rules: ['EML-18', 'GEN-04'] } as const
    return { found: isWrong ? [found] : NOTHING_FOUND, memory }
  },
}
