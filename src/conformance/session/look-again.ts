import type { Session } from './session.ts'

/** The pauses between looks, as shares of the whole time: short ones first, since most of what is late is a little late. */
const PAUSES = [1, 1, 2, 2, 2, 2, 3, 3].map((share) => share / 16)

/** The time that work beside the requests may take: somebody is paged, mail goes out. */
export const ASIDE_MS = 2000

/** The last look at the target and whether it was right; unknown: the run ended, or the target went away, before it could catch up. */
export interface Looked<T> {
  readonly seen: T
  readonly right: 'at once' | 'later' | 'never' | 'unknown'
}

/** A way to look, and what makes a look right. */
export interface Looking<T> {
  /** Undefined: there was no answer. */
  readonly look: () => Promise<T | undefined>
  readonly isRight: (seen: T) => boolean
  /** What comes of itself may take so long even where reads see every earlier write. */
  readonly leastMs?: number
  /** The profile says that it may take so long. */
  readonly mostMs?: number
}

/**
 * The contract does not state that reads see earlier writes. So whoever objects to what a look has shown looks again within
 * the settle time: if it is right then, the first look was stale. What the last look shows is held against the target.
 */
export async function lookAgain<T>(
  session: Waiting,
  first: T,
  { look, isRight, leastMs = 0, mostMs = 0 }: Looking<T>,
): Promise<Looked<T>> {
  const settleMs = Math.max(session.contract.profile.settle * 1000, leastMs)
  if (isRight(first)) return { seen: first, right: 'at once' }
  let last = first
  for (const pauseMs of [...pausesOf(settleMs), ...pausesOf(mostMs - settleMs)]) {
    await session.pause(pauseMs)
    const seen = session.stopping() ? undefined : await look()
    if (seen === undefined) return { seen: last, right: 'unknown' }
    last = seen
    if (!isRight(seen)) continue
    session.late = true
    return { seen, right: 'later' }
  }
  return { seen: last, right: 'never' }
}

const pausesOf = (ms: number): number[] => (ms <= 0 ? [] : PAUSES.map((share) => share * ms))

type Waiting = Pick<Session, 'contract' | 'pause' | 'stopping' | 'late'>

/** Lets reads catch up with what was done, on a target whose reads were ever late. */
export async function catchUp({ contract, late, pause }: Pick<Session, 'contract' | 'pause' | 'late'>): Promise<void> {
  if (late) await pause(contract.profile.settle * 1000)
}
