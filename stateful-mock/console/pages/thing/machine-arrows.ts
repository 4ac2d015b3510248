import type { Machine } from '../../contract/contract.ts'

export interface Arrow {
  readonly from: string
  readonly to: string
  /** The operations, events and timers on it. */
  readonly on: readonly string[]
}

/** One arrow for all rows that lead from one state to another; what stays where it is has none. */
export function arrowsOf(rows: Machine['rows']): Arrow[] {
  const found = new Map<string, { from: string; to: string; on: Set<string> }>()
  for (const { from, to, on } of rows)
    for (const start of from) {
      if (start === to) continue
      const arrow = found.get(`${start} ${to}`) ?? { from: start, to, on: new Set<string>() }
      arrow.on.add(on)
      found.set(`${start} ${to}`, arrow)
    }
  return [...found.values()].map(({ from, to, on }) => ({ from, to, on: [...on] }))
}

/** The states in the order in which they are drawn: the first one first, and being gone is one too. */
export function statesOf({ states, initial = states[0], rows }: Machine): string[] {
  const others = states.filter((state) => state !== initial)
  const end = rows.some(({ to }) => to === 'gone') ? ['gone'] : []
  return [...(initial === undefined ? [] : [initial]), ...others, ...end]
}
