import { isObject } from '../../../../contract/json.ts'
import { type Check, NOTHING_FOUND } from '../../../checks/check.ts'
import { rowsOf } from '../../../shadow/rows.ts'

/** How much mail was known, and since when. */
interface Known {
  readonly sent: number
  readonly accepted: number
  readonly sinceMs: number
}

/** Whose day it is is open, but no two days this far apart have a part in common. */
const TWO_DAYS_MS = 2 * 86_400_000

/**
 * What was accepted two days ago was not accepted today (EML-12): where nobody else acts, nothing counts if no mail was sent
 * since. Mail that waits may be accepted when it goes out; mail that is dated back, when it was told of. An earlier sequence may
 * have sent some on that very day before it turned the clock back, so a count is wrong only if it has not fallen.
 */
export const acceptedAnew: Check<ReadonlyMap<string, Known>> = {
  name: 'progress',
  provenance: 'stated',
  start: new Map(),
  look({ contract, operation, received: { json, status }, shadow: { world }, org }, memory) {
    if (operation.id !== 'getEmailSettings' || status >= 300) return { found: NOTHING_FOUND, memory }
    const mail = rowsOf(world, 'EmailMessage').filter((row) => row.org === org && row.direction === 'send')
    const before = memory.get(org)
    const accepted = isObject(json) ? json.acceptedToday : undefined
    if (typeof accepted !== 'number') return { found: NOTHING_FOUND, memory }
    if (before?.sent !== mail.length || mail.some(({ stage }) => stage === 'queued')) {
      const known = { sent: mail.length, accepted, sinceMs: world.nowMs }
      return { found: NOTHING_FOUND, memory: new Map(memory).set(org, known) }
    }
    const isAlone = contract.profile.organization === 'exclusive'
    const hasNotFallen = accepted > 0 && accepted >= before.accepted
    const isWrong = isAlone && hasNotFallen && world.nowMs - before.sinceMs > TWO_DAYS_MS
    const place = { code: 'value', path: 'acceptedToday', actual: accepted, rules: ['EML-12'] } as const
    return { found: isWrong ? [{ ...place, expected: 0 }] : NOTHING_FOUND, memory }
  },
}
