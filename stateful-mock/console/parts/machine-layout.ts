import type { Machine } from '../state/contract.ts'

export interface Placed {
  readonly state: string
  readonly x: number
  readonly y: number
}

export interface Arrow {
  readonly from: string
  readonly to: string
  /** What leads along it. */
  readonly on: readonly string[]
}

export interface Layout {
  readonly states: readonly Placed[]
  readonly arrows: readonly Arrow[]
  readonly width: number
  readonly height: number
}

export const BOX = { width: 116, height: 34 }
export const GAP = { x: 176, y: 44 }
const MARGIN = { x: 16, y: 44 }

/** States in columns by how many steps they are from the first; what stays where it is has no arrow. */
export function layOut({ states, initial, rows }: Machine): Layout {
  const ends = rows.some(({ to }) => to === 'gone') ? [...states, 'gone'] : [...states]
  const arrows = arrowsOf(rows)
  const ranks = ranksOf(ends, initial ?? states[0] ?? '', arrows)
  const columns = Map.groupBy(ends, (state) => ranks.get(state) ?? 0)
  const tallest = Math.max(...[...columns.values()].map(({ length }) => length))
  const height = 2 * MARGIN.y + tallest * BOX.height + (tallest - 1) * GAP.y
  const placed = [...columns].flatMap(([rank, column]) => {
    const used = column.length * BOX.height + (column.length - 1) * GAP.y
    return column.map((state, index) => ({
      state,
      x: MARGIN.x + rank * (BOX.width + GAP.x),
      y: (height - used) / 2 + index * (BOX.height + GAP.y),
    }))
  })
  const width = 2 * MARGIN.x + columns.size * BOX.width + (columns.size - 1) * GAP.x
  return { states: placed, arrows, width, height }
}

function arrowsOf(rows: Machine['rows']): Arrow[] {
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

/** Breadth first from the initial state; what is never reached comes into being by itself and stands first. */
function ranksOf(states: readonly string[], initial: string, arrows: readonly Arrow[]): Map<string, number> {
  const ranks = new Map([[initial, 0]])
  for (const state of states) if (!arrows.some(({ to }) => to === state)) ranks.set(state, 0)
  const open = [...ranks.keys()]
  for (let state = open.shift(); state !== undefined; state = open.shift())
    for (const { to } of arrows.filter(({ from }) => from === state))
      if (!ranks.has(to)) {
        ranks.set(to, (ranks.get(state) ?? 0) + 1)
        open.push(to)
      }
  const used = [...new Set(ranks.values())].sort((a, b) => a - b)
  return new Map([...ranks].map(([state, rank]) => [state, used.indexOf(rank)]))
}
