import { isObject } from '../../../../contract/json.ts'
import type { World } from '../../../../model/world/world.ts'
import { type Check, NOTHING_FOUND } from '../../../checks/check.ts'
import { rowsOf } from '../../../shadow/rows.ts'
import { quarterOf } from './shown-posture.ts'

/** What the settings showed, and the mail by then: of the organization, and that others had sent. */
interface Shown {
  readonly accepted: number
  /** Lately: of today, wherever that is. */
  readonly sent: number
  /** Sent long before, and its fate was told. */
  readonly told: number
  readonly received: number
  readonly elsewhere: number
  readonly atMs: number
}

/**
 * The count belongs to the quota of sending (Limits): where nobody else acts, mail that comes in within a quarter of an hour,
 * that another organization sends, or that was sent days ago, leaves it as it is. Something sent just before the first look
 * may be counted late.
 */
export const uncountedMail: Check<ReadonlyMap<string, Shown>> = {
  name: 'progress',
  provenance: 'stated',
  start: new Map(),
  look({ contract, operation, received: { json, status }, shadow: { world }, org }, memory) {
    const accepted = isObject(json) ? json.acceptedToday : undefined
    if (operation.id !== 'getEmailSettings' || status >= 300 || typeof accepted !== 'number')
      return { found: NOTHING_FOUND, memory }
    const now: Shown = { accepted, ...mailOf(world, org), atMs: world.nowMs }
    const before = memory.get(org)
    const isAlone = contract.profile.organization === 'exclusive'
    const isComparable = before !== undefined && quarterOf(before.atMs) === quarterOf(now.atMs) && before.sent === 0
    const isMore = isComparable && (['received', 'elsewhere', 'told'] as const).some((one) => now[one] > before[one])
    const isWrong = isAlone && isMore && now.sent === 0 && accepted > before.accepted
    const place = { code: 'value', path: 'acceptedToday', actual: accepted, rules: ['EML-12'] } as const
    return {
      found: isWrong ? [{ ...place, expected: before.accepted }] : NOTHING_FOUND,
      memory: new Map(memory).set(org, now),
    }
  },
}

/** Longer than a day that begins at whatever hour. */
const LONG_MS = 2 * 86_400_000

function mailOf(world: World, org: string) {
  const { true: own = [], false: others = [] } = Object.groupBy(rowsOf(world, 'EmailMessage'), (row) =>
    row.org === org ? 'true' : 'false',
  )
  const received = own.filter(({ direction }) => direction === 'receive').length
  const elsewhere = others.filter(({ direction }) => direction === 'send').length
  const old = own.filter(({ direction, createdAtMs }) => direction === 'send' && world.nowMs - createdAtMs > LONG_MS)
  const told = old.filter(({ stage }) => stage !== 'queued' && stage !== 'sent').length
  return { received, sent: own.length - received - old.length, told, elsewhere }
}
