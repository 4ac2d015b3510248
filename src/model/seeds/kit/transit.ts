import { chance } from '../../values/chance.ts'
import { HOUR, MINUTE, SECOND } from './durations.ts'

/** The time at which a recipient's server has taken a message. */
export interface Arrival {
  readonly recipient: string
  readonly afterMs: number
}

/** When a message is with each of its recipients, in the order in which it gets there; the same for the same message. */
export const arrivals = (messageId: string, recipients: readonly string[]): Arrival[] =>
  recipients
    .map((recipient) => ({ recipient, afterMs: transitMs(chance(messageId, recipient)) }))
    .toSorted((one, other) => one.afterMs - other.afterMs)

/** Mostly seconds, sometimes minutes; seldom longer, where a server wants to be asked again later. */
function transitMs(drawn: number): number {
  if (drawn < 0.8) return between(SECOND, 15 * SECOND, drawn / 0.8)
  if (drawn < 0.96) return between(15 * SECOND, 4 * MINUTE, (drawn - 0.8) / 0.16)
  return between(5 * MINUTE, 50 * MINUTE, (drawn - 0.96) / 0.04)
}

/** How long it takes until something comes back: a refusal, a server that is busy, a complaint. */
const REACTIONS = {
  hard: [2 * SECOND, 3 * MINUTE],
  soft: [20 * SECOND, 20 * MINUTE],
  retried: [25 * MINUTE, 5 * HOUR],
  complained: [8 * MINUTE, 40 * HOUR],
} as const satisfies Record<string, readonly [number, number]>

export const reactionMs = (messageId: string, reaction: keyof typeof REACTIONS): number =>
  between(...REACTIONS[reaction], chance(messageId, reaction))

/** How long an endpoint takes for its answers, one after the other. */
export const answerTimesMs = (endpoint: string, count: number): number[] =>
  Array.from({ length: count }, (_, index) => between(180, 6 * SECOND, chance(endpoint, index) ** 1.5))

/** From one duration to another, shorter ones more often. */
function between(leastMs: number, mostMs: number, drawn: number): number {
  return Math.round(leastMs * (mostMs / leastMs) ** drawn)
}
