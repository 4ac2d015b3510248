import { isObject } from '../../../../contract/json.ts'
import type { World } from '../../../../model/world/world.ts'
import { type Check, NOTHING_FOUND } from '../../../checks/check.ts'
import { type Answered, isSuccess } from '../../../shadow/answered.ts'
import { memoryOf } from '../../../shadow/memories.ts'
import { rowsOf } from '../../../shadow/rows.ts'
import type { Shadow } from '../../../shadow/shadow.ts'
import { isFromShownSender } from './shown-senders.ts'

interface Posture {
  readonly isPaused: boolean
  /** Messages that could still be sent on that day. */
  readonly left: number
  /** Messages that were accepted on that day; undefined where it is not shown. */
  readonly accepted: number | undefined
  readonly atMs: number
  /** Bounces and complaints so far, by which sending may be paused. */
  readonly setbacks: number
}

/** More than one sequence sends. */
const AMPLE = 100

/** The email settings that an answer shows, if it is about these. */
export function shownSettings(answered: Answered) {
  const { operation, received } = answered
  const shown = operation.id === 'getEmailSettings' && isSuccess(answered) ? received.json : undefined
  return isObject(shown) ? shown : undefined
}

/** Finds nothing wrong: it remembers the posture of each organization as the settings last showed it (Events, point 3). */
export const shownPosture: Check<ReadonlyMap<string, Posture>> = {
  name: 'posture',
  provenance: 'stated',
  start: new Map(),
  look(answered, memory) {
    const { shadow, org } = answered
    const shown = shownSettings(answered)
    if (!shown) return { found: NOTHING_FOUND, memory }
    const left = Number(shown.dailyQuota) - Number(shown.acceptedToday)
    const accepted = typeof shown.acceptedToday === 'number' ? shown.acceptedToday : undefined
    const seen = { accepted, atMs: shadow.world.nowMs }
    const posture = { isPaused: shown.paused !== false, left, ...seen, setbacks: setbacksOf(shadow.world, org) }
    return { found: NOTHING_FOUND, memory: new Map(memory).set(org, posture) }
  },
}

/**
 * True for a message that nothing can stop: its domain was shown as verified, and the settings showed that sending is not
 * paused and that many more may be sent today, and nothing has bounced since. A send key needs no permission of a person
 * (Limits; EML-18).
 */
export function isFreeToSend(shadow: Shadow, org: string, mail: unknown): boolean {
  const shown = memoryOf(shadow, shownPosture).get(org)
  return (
    shown !== undefined &&
    !shown.isPaused &&
    shown.left >= AMPLE &&
    shown.setbacks === setbacksOf(shadow.world, org) &&
    isFromShownSender(shadow, org, mail)
  )
}

export const setbacksOf = (world: World, org: string): number =>
  rowsOf(world, 'EmailMessageEvent').filter((row) => row.org === org && SETBACKS.has(row.kind)).length
const SETBACKS: ReadonlySet<string> = new Set(['bounced', 'complained'])

/** The number of messages that the settings have shown to be accepted, in this very quarter of an hour: it is the same day. */
export function acceptedShown(shadow: Shadow, org: string): number | undefined {
  const { accepted, atMs = 0 } = memoryOf(shadow, shownPosture).get(org) ?? {}
  return quarterOf(atMs) === quarterOf(shadow.world.nowMs) ? accepted : undefined
}

/** Days begin at a multiple of this in every time zone. */
const QUARTER_MS = 15 * 60_000

/** Moments of one quarter of an hour are of one day, wherever that is. */
export const quarterOf = (atMs: number): number => Math.floor(atMs / QUARTER_MS)
