import { type Check, NOTHING_FOUND } from '../../../checks/check.ts'
import type { Answered } from '../../../shadow/answered.ts'
import { rowsOf } from '../../../shadow/rows.ts'
import { setbacksOf, shownSettings } from './shown-posture.ts'

/** What lies further back no longer counts in any rate. */
const LONG_AGO_MS = 95 * 86_400_000

/** So many messages that went out lately are enough to tell what share of them came back. */
const MANY = 100
const LATELY_MS = 30 * 60_000
/** The lowest threshold, in percent, that one of so many is far below by any count. */
const LEAST_PCT = 5

/**
 * Sending is paused for the bounces and complaints of one's own mail (Events, point 3, which names no other reason): an
 * organization that was not paused long ago, and has had none since, or a single bounce of very many, is not paused now,
 * whatever becomes of the mail of others (EML-18, GEN-04).
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
    const isWrong = shown.paused === true && isLongAgo && isHardlyAny(answered, shown.bouncePausePct) && !hasFailed
    const found = { code: 'value', path: 'paused', expected: false, actual: true, rules: ['EML-18', 'GEN-04'] } as const
    return { found: isWrong ? [found] : NOTHING_FOUND, memory }
  },
}

/** True if nothing came back, or one message of so many that it is far below the threshold that is shown. */
function isHardlyAny({ shadow: { world }, org }: Answered, threshold: unknown): boolean {
  const setbacks = setbacksOf(world, org)
  if (setbacks === 0) return true
  const isBounce = rowsOf(world, 'EmailMessageEvent').some((row) => row.org === org && row.kind === 'bounced')
  const lately = rowsOf(world, 'EmailMessage').filter(
    (row) => row.org === org && row.direction === 'send' && world.nowMs - row.createdAtMs < LATELY_MS,
  )
  const isAbove = typeof threshold === 'number' && threshold >= LEAST_PCT
  return setbacks === 1 && isBounce && isAbove && lately.filter(({ stage }) => stage !== 'queued').length >= MANY
}
