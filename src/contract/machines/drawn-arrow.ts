export interface PlacedState {
  readonly name: string
  readonly column: number
  readonly row: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface DrawnArrow {
  readonly from: string
  readonly to: string
  /** An SVG path. */
  readonly path: string
  /** The position of its label, and the side of that point it stands on. */
  readonly x: number
  readonly y: number
  readonly anchor: 'start' | 'middle' | 'end'
}

type Drawn = Omit<DrawnArrow, 'from' | 'to'>

/**
 * A curve from one state to another: past the states between, forward above and back underneath. What is written on an
 * arrow to the next column stands nearer to the end where fewer others are.
 */
export function drawnArrow(from: PlacedState, to: PlacedState, roomAt: 'start' | 'end'): DrawnArrow {
  return { from: from.name, to: to.name, ...drawn(from, to, roomAt) }
}

function drawn(from: PlacedState, to: PlacedState, roomAt: 'start' | 'end'): Drawn {
  if (from === to) return around(from)
  const columns = to.column - from.column
  if (columns === 0) return Math.abs(to.row - from.row) === 1 ? straight(from, to) : aside(from, to)
  if (columns === 1) return across(from, to, roomAt)
  return columns < 0 ? below(from, to) : above(from, to)
}

const middle = ({ x, width }: PlacedState): number => x + width / 2
const level = ({ y, height }: PlacedState): number => y + height / 2
const bottom = ({ y, height }: PlacedState): number => y + height

/** To where it is. */
function around(state: PlacedState): Drawn {
  const [x, y] = [middle(state), state.y]
  const path = `M${x - 10} ${y}C${x - 16} ${y - 20} ${x + 16} ${y - 20} ${x + 10} ${y}`
  return { path, x, y: y - 17, anchor: 'middle' }
}

/** To a neighbour in the column: down on one side, up on the other. */
function straight(from: PlacedState, to: PlacedState): Drawn {
  const down = to.y > from.y
  const x = middle(from) + (down ? -18 : 18)
  const [start, end] = down ? [bottom(from), to.y] : [from.y, bottom(to)]
  return {
    path: `M${x} ${start}L${x} ${end}`,
    x: x + (down ? -8 : 8),
    y: (start + end) / 2 + 4,
    anchor: down ? 'end' : 'start',
  }
}

/** Further in the column: past what stands between, on the side that nothing comes from; up further out than down. */
function aside(from: PlacedState, to: PlacedState): Drawn {
  const down = to.y > from.y
  const right = from.x + from.width
  const bulge = right + (down ? 26 : 52)
  const path = `M${right} ${level(from)}C${bulge} ${level(from)} ${bulge} ${level(to)} ${right} ${level(to)}`
  return { path, x: right + (down ? 22 : 42), y: (level(from) + level(to)) / 2 + (down ? -3 : 11), anchor: 'start' }
}

/** To the next column. */
function across(from: PlacedState, to: PlacedState, roomAt: 'start' | 'end'): Drawn {
  const [x1, x2] = [from.x + from.width, to.x]
  const half = (x1 + x2) / 2
  const path = `M${x1} ${level(from)}C${half} ${level(from)} ${half} ${level(to)} ${x2} ${level(to)}`
  const [near, far] = roomAt === 'end' ? [to, from] : [from, to]
  const shift = (roomAt === 'end' ? 1 : -1) * ((x2 - x1) / 15)
  return { path, x: half + shift, y: level(near) * 0.85 + level(far) * 0.15 - 6, anchor: 'middle' }
}

/** Back. */
function below(from: PlacedState, to: PlacedState): Drawn {
  const depth = Math.max(bottom(from), bottom(to)) + 30
  const path = arch([middle(from) - 10, bottom(from)], [middle(to) + 10, bottom(to)], depth)
  return { path, x: (middle(from) + middle(to)) / 2, y: depth - 2, anchor: 'middle' }
}

/** Forward, past a column. */
function above(from: PlacedState, to: PlacedState): Drawn {
  const depth = Math.min(from.y, to.y) - 30
  const path = arch([middle(from) + 10, from.y], [middle(to) - 10, to.y], depth)
  return { path, x: (middle(from) + middle(to)) / 2, y: depth + 10, anchor: 'middle' }
}

type Point = readonly [x: number, y: number]

const arch = ([x1, y1]: Point, [x2, y2]: Point, depth: number): string =>
  `M${x1} ${y1}C${x1} ${depth} ${x2} ${depth} ${x2} ${y2}`
