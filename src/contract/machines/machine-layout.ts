import { type DrawnArrow, drawnArrow, type PlacedState } from './drawn-arrow.ts'

/** The positions of a machine's states in a drawing, and the arrows between them. */
export interface MachineLayout {
  readonly width: number
  readonly height: number
  readonly states: readonly PlacedState[]
  readonly arrows: readonly DrawnArrow[]
}

interface Arrow {
  readonly from: string
  readonly to: string
}

/** The distances between states. The labels of the arrows need room between the columns. */
export interface Spacing {
  readonly leastWidth: number
  readonly height: number
  readonly gap: { readonly x: number; readonly y: number }
  readonly margin: { readonly x: number; readonly y: number }
}

/** Enough for a number on each arrow. */
const NARROW: Spacing = { leastWidth: 44, height: 30, gap: { x: 70, y: 34 }, margin: { x: 24, y: 34 } }
/** The state before there is anything. */
export const NEW = 'new'

/** States in columns by how many steps lead there from the first, arrows as curves. */
export function layOutMachine(
  states: readonly string[],
  arrows: readonly Arrow[],
  { leastWidth, height, gap, margin }: Spacing = NARROW,
): MachineLayout {
  const names = arrows.some(({ from }) => from === NEW)
    ? [NEW, ...states.filter((state) => state !== NEW)]
    : [...states]
  const columns = columnsOf(names, arrows)
  const widths = columns.map((column) => Math.max(leastWidth, ...column.map(widthOf)))
  const tallest = Math.max(...columns.map(({ length }) => length))
  const placed = new Map<string, PlacedState>()
  for (const [index, column] of columns.entries()) {
    const x = margin.x + widths.slice(0, index).reduce((sum, width) => sum + width + gap.x, 0)
    const top = margin.y + ((tallest - column.length) * (height + gap.y)) / 2
    const box = { x, width: widths[index] ?? leastWidth, height, column: index }
    for (const [row, name] of column.entries()) placed.set(name, { ...box, name, row, y: top + row * (height + gap.y) })
  }
  const drawn = drawnArrows(arrows, placed)
  const beside = drawn.filter(({ anchor }) => anchor === 'start').map(({ x }) => x + gap.x * SHARE_BESIDE)
  return {
    width: Math.max(widths.reduce((sum, width) => sum + width + gap.x, 0) - gap.x + 2 * margin.x, ...beside),
    height: tallest * (height + gap.y) - gap.y + 2 * margin.y,
    states: [...placed.values()],
    arrows: drawn,
  }
}

/** The room for labels beside the last column, as a share of that between two columns. */
const SHARE_BESIDE = 0.7

function drawnArrows(arrows: readonly Arrow[], placed: ReadonlyMap<string, PlacedState>): DrawnArrow[] {
  const ends = distinct(arrows).flatMap((arrow) => {
    const [from, to] = [placed.get(arrow.from), placed.get(arrow.to)]
    return from && to ? [{ from, to }] : []
  })
  const across = ends.filter(({ from, to }) => to.column === from.column + 1)
  return ends.map(({ from, to }) => {
    const parting = across.filter((other) => other.from === from).length
    const meeting = across.filter((other) => other.to === to).length
    return drawnArrow(from, to, meeting > parting ? 'start' : 'end')
  })
}

const widthOf = (name: string): number => name.length * 7.5 + 22

function distinct(arrows: readonly Arrow[]): Arrow[] {
  const seen = new Map(arrows.map((arrow) => [`${arrow.from} ${arrow.to}`, arrow]))
  return [...seen.values()]
}

/**
 * Breadth first from where a thing begins; what nothing leads to comes into being by itself and stands there too, and so
 * does the first of a circle that nothing leads into.
 */
function columnsOf(names: readonly string[], arrows: readonly Arrow[]): string[][] {
  const reached = new Set(arrows.filter(({ from, to }) => from !== to).map(({ to }) => to))
  const queue = names.filter((name, index) => index === 0 || !reached.has(name))
  const depth = new Map(queue.map((name) => [name, 0]))
  for (const first of [undefined, ...names]) {
    if (first !== undefined && !depth.has(first)) {
      depth.set(first, 0)
      queue.push(first)
    }
    for (let state = queue.shift(); state !== undefined; state = queue.shift())
      for (const { from, to } of arrows)
        if (from === state && !depth.has(to) && names.includes(to)) {
          depth.set(to, (depth.get(state) ?? 0) + 1)
          queue.push(to)
        }
  }
  const columns = Map.groupBy(names, (name) => depth.get(name) ?? 0)
  return [...columns].sort(([one], [other]) => one - other).map(([, column]) => column)
}
