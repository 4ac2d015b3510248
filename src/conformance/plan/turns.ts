import type { Walk } from '../script/goal.ts'

/** Several short walks joined into one, so that they share prerequisites. */
export function together(count: number, walks: readonly Walk[]): Walk[] {
  return Array.from({ length: Math.ceil(walks.length / count) }, (_, index) =>
    walks.slice(index * count, (index + 1) * count).flat(),
  )
}

/** Splits items into this many lists, so that as many of them come in each turn. */
export function dealt<T>(hands: number, items: readonly T[]): T[][] {
  return Array.from({ length: hands }, (_, hand) => items.filter((_item, index) => index % hands === hand))
}

/** One item of each list in turn, so that no kind of walk waits for all of another. */
export function byTurns<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, turn) => lists.flatMap((list) => list.slice(turn, turn + 1))).flat()
}

/** Number of requests that a walk wants to send; outside events are none, nor are further pages and deletions that may not be. */
export const callsIn = (walk: Walk): number =>
  walk.filter((goal) => goal.kind === 'call' && !(goal.optional && MAY_NOT_BE.has(goal.operation.does))).length
const MAY_NOT_BE: ReadonlySet<string> = new Set(['list', 'delete'])

export const shortestFirst = (walks: readonly Walk[]): Walk[] =>
  walks.toSorted((a, b) => callsIn(a) - callsIn(b) || a.length - b.length)
