import { describe, expect, test } from 'vitest'
import source from '../../../src/contract/generated/spec.js'
import { machineName } from '../../../src/contract/machines/diagram.ts'
import type { DrawnArrow, PlacedState } from '../../../src/contract/machines/drawn-arrow.ts'
import { layOutMachine, NEW, type Spacing } from '../../../src/contract/machines/machine-layout.ts'

const WIDE: Spacing = { leastWidth: 116, height: 34, gap: { x: 176, y: 44 }, margin: { x: 16, y: 44 } }

const machines = source.machines.map((machine) => ({
  name: machineName(machine, source.machines),
  states: machine.rows.some(({ to }) => to === 'gone') ? [...machine.states, 'gone'] : machine.states,
  arrows: machine.rows.flatMap(({ from, to }) =>
    (from.length > 0 ? from : [NEW]).map((start) => ({ from: start, to })),
  ),
}))

interface Point {
  readonly x: number
  readonly y: number
}

/** Points along a path of one line or one cubic curve. */
function pointsOn({ path }: DrawnArrow): Point[] {
  const numbers = [...path.matchAll(/-?[\d.]+/g)].map(([number]) => Number(number))
  const at = (index: number): Point => ({
    x: numbers[2 * index] ?? Number.NaN,
    y: numbers[2 * index + 1] ?? Number.NaN,
  })
  const [a, b, c, d] = path.includes('C') ? [at(0), at(1), at(2), at(3)] : [at(0), at(0), at(1), at(1)]
  const between = (t: number, key: keyof Point) =>
    (1 - t) ** 3 * a[key] + 3 * (1 - t) ** 2 * t * b[key] + 3 * (1 - t) * t ** 2 * c[key] + t ** 3 * d[key]
  return Array.from({ length: 51 }, (_, step) => ({ x: between(step / 50, 'x'), y: between(step / 50, 'y') }))
}

const inside = ({ x, y }: Point, box: Omit<PlacedState, 'name' | 'column' | 'row'>) =>
  x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height

describe.each([
  ['narrow', undefined],
  ['wide', WIDE],
])('in %s rooms', (_, room) => {
  test.each(machines)('$name: every state has its place, every arrow its curve, inside the picture', (machine) => {
    const { states, arrows, width, height } = layOutMachine(machine.states, machine.arrows, room)
    const picture = { x: 0, y: 0, width, height }
    const begins = machine.arrows.some(({ from }) => from === NEW)
    expect(states.map(({ name }) => name).sort()).toEqual([...machine.states, ...(begins ? [NEW] : [])].sort())
    expect(new Set(states.map(({ x, y }) => `${x} ${y}`)).size).toBe(states.length)
    expect(arrows).toHaveLength(new Set(machine.arrows.map(({ from, to }) => `${from} ${to}`)).size)
    for (const arrow of arrows) {
      expect(inside(arrow, picture), `${arrow.from} to ${arrow.to}`).toBe(true)
      expect(pointsOn(arrow).every((point) => inside(point, picture))).toBe(true)
    }
  })

  test.each(machines)('$name: no arrow in a column or to the next passes through a state', (machine) => {
    const { states, arrows } = layOutMachine(machine.states, machine.arrows, room)
    const named = new Map(states.map((state) => [state.name, state]))
    const crossed = arrows.flatMap((arrow) => {
      const [from, to] = [named.get(arrow.from), named.get(arrow.to)]
      if (!from || !to || to.column < from.column || to.column > from.column + 1) return []
      const others = states.filter((state) => state !== from && state !== to)
      return others.filter((other) => pointsOn(arrow).some((point) => inside(point, other))).map(() => arrow)
    })
    expect(crossed).toEqual([])
  })
})

test('columns are steps from the beginning; what nothing leads to begins by itself', () => {
  const arrows = [
    { from: 'open', to: 'acknowledged' },
    { from: 'acknowledged', to: 'resolved' },
    { from: 'imported', to: 'resolved' },
    { from: 'open', to: 'open' },
  ]
  const { states } = layOutMachine(['open', 'acknowledged', 'resolved', 'imported'], arrows)
  expect(states.map(({ name, column, row }) => [name, column, row])).toEqual([
    ['open', 0, 0],
    ['imported', 0, 1],
    ['acknowledged', 1, 0],
    ['resolved', 1, 1],
  ])
})
