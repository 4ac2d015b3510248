/** Where the states of a machine stand when it is drawn, and the ways between them. */
export interface MachineLayout {
  readonly width: number
  readonly height: number
  readonly states: readonly PlacedState[]
  readonly ways: readonly PlacedWay[]
}

export interface PlacedState {
  readonly name: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface PlacedWay {
  readonly from: string
  readonly to: string
  /** An SVG path. */
  readonly path: string
  /** Where something can be written about it. */
  readonly x: number
  readonly y: number
}

interface Way {
  readonly from: string
  readonly to: string
}

const HEIGHT = 30
const GAP_X = 70
const GAP_Y = 34
const MARGIN = 24
/** The state before there is anything. */
export const NEW = 'new'

/** States in columns by how many steps lead there, ways as curves: forward through the gaps, back underneath. */
export function layOutMachine(states: readonly string[], ways: readonly Way[]): MachineLayout {
  const names = ways.some(({ from }) => from === NEW) ? [NEW, ...states.filter((state) => state !== NEW)] : [...states]
  const columns = columnsOf(names, ways)
  const widths = columns.map((column) => Math.max(...column.map(widthOf)))
  const tallest = Math.max(...columns.map(({ length }) => length))
  const placed = new Map<string, PlacedState>()
  for (const [index, column] of columns.entries()) {
    const x = MARGIN + widths.slice(0, index).reduce((sum, width) => sum + width + GAP_X, 0)
    const top = MARGIN + ((tallest - column.length) * (HEIGHT + GAP_Y)) / 2
    for (const [row, name] of column.entries())
      placed.set(name, { name, x, y: top + row * (HEIGHT + GAP_Y), width: widths[index] ?? 0, height: HEIGHT })
  }
  const drawn = distinct(ways).flatMap((way): PlacedWay[] => {
    const [from, to] = [placed.get(way.from), placed.get(way.to)]
    return from && to ? [curve(from, to)] : []
  })
  const bottom = Math.max(...[...placed.values()].map(({ y }) => y + HEIGHT), ...drawn.map(({ y }) => y))
  return {
    width: widths.reduce((sum, width) => sum + width + GAP_X, 0) - GAP_X + 2 * MARGIN,
    height: bottom + MARGIN,
    states: [...placed.values()],
    ways: drawn,
  }
}

const widthOf = (name: string): number => Math.max(44, name.length * 7.5 + 22)

function distinct(ways: readonly Way[]): Way[] {
  const seen = new Map(ways.map((way) => [`${way.from} ${way.to}`, way]))
  return [...seen.values()]
}

/** Breadth first from where a thing begins; what nothing leads to comes last. */
function columnsOf(names: readonly string[], ways: readonly Way[]): string[][] {
  const depth = new Map<string, number>()
  const queue = names.slice(0, 1)
  if (queue[0] !== undefined) depth.set(queue[0], 0)
  for (let state = queue.shift(); state !== undefined; state = queue.shift())
    for (const { from, to } of ways)
      if (from === state && !depth.has(to) && names.includes(to)) {
        depth.set(to, (depth.get(state) ?? 0) + 1)
        queue.push(to)
      }
  const last = Math.max(0, ...depth.values())
  const columns: string[][] = Array.from({ length: last + 1 }, () => [])
  for (const name of names) columns[depth.get(name) ?? last]?.push(name)
  return columns.filter(({ length }) => length > 0)
}

function curve(from: PlacedState, to: PlacedState): PlacedWay {
  const middle = ({ y }: PlacedState) => y + HEIGHT / 2
  const way = { from: from.name, to: to.name }
  if (from === to) {
    const x = from.x + from.width / 2
    const top = from.y
    return {
      ...way,
      path: `M${x - 10} ${top} C${x - 16} ${top - 20} ${x + 16} ${top - 20} ${x + 10} ${top}`,
      x,
      y: top - 17,
    }
  }
  if (to.x > from.x) {
    const [x1, y1, x2, y2] = [from.x + from.width, middle(from), to.x, middle(to)]
    const bend = Math.max(24, (x2 - x1) / 2)
    return {
      ...way,
      path: `M${x1} ${y1} C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`,
      x: (x1 + x2) / 2,
      y: (y1 + y2) / 2 - 6,
    }
  }
  // Back, or to a neighbour in the same column: around below.
  const [x1, y1, x2, y2] = [from.x + from.width / 2, from.y + HEIGHT, to.x + to.width / 2, to.y + HEIGHT]
  const low = Math.max(y1, y2) + 26
  return { ...way, path: `M${x1} ${y1} C${x1} ${low} ${x2} ${low} ${x2} ${y2}`, x: (x1 + x2) / 2, y: low - 4 }
}
