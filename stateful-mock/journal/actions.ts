import type { Entry } from './entry.ts'
import type { Journal } from './journal.ts'

/**
 * An action is what somebody did with all that it led to. A move of the clock comes after what fell due on the way,
 * and names the first entry of the whole; every other entry stands for itself.
 */
export function actionsOf(journal: Journal, from: number, to: number): ReadonlyMap<number, number> {
  const starts = new Map<number, number>()
  let number = Math.max(from - 1, journal.reach)
  for (const { input } of journal.entries(from, journal.length)) {
    number += 1
    if (number <= to) starts.set(number, number)
    if (input.kind !== 'clock') continue
    const { since = number } = input
    for (let member = Math.max(since, from); member <= Math.min(number, to); member++) starts.set(member, since)
    if (number > to) break
  }
  return starts
}

/** The first entry of the action that an entry belongs to. */
export const actionOf = (journal: Journal, entry: number): number =>
  actionsOf(journal, entry, entry).get(entry) ?? entry

/** The first entry of each of the last actions that somebody did on purpose, the latest first. */
export function lastActions(journal: Journal, count: number): readonly number[] {
  const starts: number[] = []
  let number = journal.reach
  for (const { input } of journal.entries(1, journal.length)) {
    number += 1
    if (input.kind === 'clock') while ((starts.at(-1) ?? 0) >= (input.since ?? number)) starts.pop()
    if (isDeliberate(input)) starts.push(input.kind === 'clock' ? (input.since ?? number) : number)
  }
  return starts.slice(-count).reverse()
}

/** Timers and results of outbound calls are not actions of a caller. */
const isDeliberate = ({ kind }: Entry['input']): boolean => kind !== 'timer' && kind !== 'outbound'
