import { isObject } from '../../../../contract/json.ts'
import { type Check, NOTHING_FOUND } from '../../../checks/check.ts'
import type { Answered } from '../../../shadow/answered.ts'
import { rowsOf } from '../../../shadow/rows.ts'
import { quarterOf } from './shown-posture.ts'

/** What was shown, and how many messages we had sent by then, by organization. */
interface Shown {
  readonly accepted: number
  readonly sent: number
  readonly atMs: number
}

/**
 * Accepted messages are counted (Limits): within a quarter of an hour more of them are more, and as many are not fewer,
 * whatever has become of them (EML-12).
 */
export const acceptedRises: Check<ReadonlyMap<string, Shown>> = {
  name: 'progress',
  provenance: 'stated',
  start: new Map(),
  look({ operation, received: { json, status }, shadow: { world }, org }, memory) {
    const accepted = isObject(json) ? json.acceptedToday : undefined
    if (operation.id !== 'getEmailSettings' || status >= 300 || typeof accepted !== 'number')
      return { found: NOTHING_FOUND, memory }
    const [before, now] = [memory.get(org), { accepted, sent: sentBy(world, org), atMs: world.nowMs }]
    const isStill = before !== undefined && quarterOf(before.atMs) === quarterOf(now.atMs)
    const place = { code: 'value', path: 'acceptedToday', actual: accepted, rules: ['EML-12'] } as const
    const least = isStill && now.sent >= before.sent ? before.accepted + (now.sent > before.sent ? 1 : 0) : 0
    return {
      found: accepted < least ? [{ ...place, expected: `at least ${least}` }] : NOTHING_FOUND,
      memory: new Map(memory).set(org, now),
    }
  },
}

/** Messages that certainly count: neither waiting, nor kept from everybody, nor dated back, maybe to another day. */
const sentBy = (world: Answered['shadow']['world'], org: string): number =>
  rowsOf(world, 'EmailMessage').filter(
    ({ org: whose, direction, stage, reached, createdAtMs }) =>
      whose === org &&
      direction === 'send' &&
      stage !== 'failed' &&
      stage !== 'queued' &&
      reached.length > 0 &&
      quarterOf(createdAtMs) === quarterOf(world.nowMs),
  ).length
