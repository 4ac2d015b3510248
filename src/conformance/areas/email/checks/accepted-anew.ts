import { isObject } from '../../../../contract/json.ts'
import { type Check, NOTHING_FOUND } from '../../../checks/check.ts'
import { rowsOf } from '../../../shadow/rows.ts'

/** How much mail was known, and since when. */
interface Known {
  readonly sent: number
  readonly sinceMs: number
}

/** Whose day it is is open, but no two days this far apart have a part in common. */
const TWO_DAYS_MS = 2 * 86_400_000

/**
 * What was accepted two days ago was not accepted today (EML-12): where nobody else acts, nothing counts if no mail was sent
 * since. Mail that waits may be accepted when it goes out; mail that is dated back, when it was told of.
 */
export const acceptedAnew: Check<ReadonlyMap<string, Known>> = {
  name: 'progress',
  provenance: 'stated',
  start: new Map(),
  look({ contract, operation, received: { json, status }, shadow: { world }, org }, memory) {
    if (operation.id !== 'getEmailSettings' || status >= 300) return { found: NOTHING_FOUND, memory }
    const mail = rowsOf(world, 'EmailMessage').filter((row) => row.org === org && row.direction === 'send')
    const before = memory.get(org)
    if (before?.sent !== mail.length || mail.some(({ stage }) => stage === 'queued'))
      return { found: NOTHING_FOUND, memory: new Map(memory).set(org, { sent: mail.length, sinceMs: world.nowMs }) }
    const accepted = isObject(json) ? json.acceptedToday : undefined
    const isAlone = contract.profile.organization === 'exclusive'
    const isWrong =
      isAlone && typeof accepted === 'number' && accepted > 0 && world.nowMs - before.sinceMs > TWO_DAYS_MS
    const place = { code: 'value', path: 'acceptedToday', actual: accepted, rules: ['EML-12'] } as const
    return { found: isWrong ? [{ ...place, expected: 0 }] : NOTHING_FOUND, memory }
  },
}
