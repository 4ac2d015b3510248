import type { DrawnArrow } from './drawn-arrow.ts'
import type { MachineLayout } from './machine-layout.ts'

/** The label of an arrow: centred at x, on the line y. */
export interface PlacedLabel {
  readonly arrow: DrawnArrow
  readonly text: string
  readonly x: number
  readonly y: number
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

interface Point {
  readonly x: number
  readonly y: number
}

/** Of letters at 11 px. */
const LETTER = 6.1
const ASCENT = 9
const DESCENT = 3
/** As much room between two labels that they are read as two. */
const APART = 4

/**
 * The positions along an arrow that are tried for its label, nearest to the middle first, and the offsets above or
 * below.
 */
const ALONG = [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82]
const BESIDE = [-6, 14, -16, 24, -26, 34]

/** Labels where they are clear of states and of each other, or else where they hide the least. */
export function placeLabels(layout: MachineLayout, textOf: (arrow: DrawnArrow) => string): readonly PlacedLabel[] {
  const taken: Box[] = layout.states.map(({ x, y, width, height }) => ({ x, y, width, height }))
  const picture = { x: 0, y: 0, width: layout.width, height: layout.height }
  return layout.arrows.flatMap((arrow) => {
    const text = textOf(arrow)
    if (text === '') return []
    const tried = placesFor(arrow, text.length * LETTER).map((point) => {
      const box = boxAt(point, text)
      return { point, box, hidden: hiddenBy(box, taken) + outside(box, picture) }
    })
    const best = tried.reduce((first, other) => (other.hidden < first.hidden ? other : first))
    taken.push(best.box)
    return [{ arrow, text, ...best.point }]
  })
}

/** First where the arrow itself has it. */
function placesFor(arrow: DrawnArrow, width: number): [Point, ...Point[]] {
  const shift = arrow.anchor === 'middle' ? 0 : arrow.anchor === 'start' ? width / 2 : -width / 2
  const own = { x: arrow.x + shift, y: arrow.y }
  const along = BESIDE.flatMap((dy) =>
    ALONG.map((part) => {
      const { x, y } = pointOn(arrow.path, part)
      return { x, y: y + dy }
    }),
  )
  return [own, ...along]
}

const boxAt = ({ x, y }: Point, text: string): Box => {
  const width = text.length * LETTER + APART
  return { x: x - width / 2, y: y - ASCENT, width, height: ASCENT + DESCENT }
}

const hiddenBy = (box: Box, others: readonly Box[]): number =>
  others.reduce((sum, other) => sum + shared(box, other), 0)

function shared(one: Box, other: Box): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
  return width > 0 && height > 0 ? width * height : 0
}

const outside = (box: Box, picture: Box): number => box.width * box.height - shared(box, picture)

/** A point of a path of one line or one cubic curve, so far along. */
export function pointOn(path: string, part: number): Point {
  const numbers = [...path.matchAll(/-?[\d.]+/g)].map(([number]) => Number(number))
  const at = (index: number): Point => ({ x: numbers[2 * index] ?? 0, y: numbers[2 * index + 1] ?? 0 })
  const [a, b, c, d] = path.includes('C') ? [at(0), at(1), at(2), at(3)] : [at(0), at(0), at(1), at(1)]
  const between = (key: keyof Point) =>
    (1 - part) ** 3 * a[key] +
    3 * (1 - part) ** 2 * part * b[key] +
    3 * (1 - part) * part ** 2 * c[key] +
    part ** 3 * d[key]
  return { x: between('x'), y: between('y') }
}
