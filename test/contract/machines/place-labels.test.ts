import { expect, test } from 'vitest'
import source from '../../../src/contract/generated/spec.js'
import { machineName } from '../../../src/contract/machines/diagram.ts'
import { layOutMachine, NEW, type Spacing } from '../../../src/contract/machines/machine-layout.ts'
import { placeLabels } from '../../../src/contract/machines/place-labels.ts'

const ROOM: Spacing = { leastWidth: 116, height: 34, gap: { x: 176, y: 44 }, margin: { x: 16, y: 44 } }
const LETTER_WIDTH = 6
const LINE_HEIGHT = 12

const machines = source.machines.map((machine) => ({ name: machineName(machine, source.machines), machine }))

interface Box {
  readonly what: string
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

const meet = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

test.each(machines)('$name: what is written on the arrows hides no state and nothing else written', ({ machine }) => {
  const states = machine.rows.some(({ to }) => to === 'gone') ? [...machine.states, 'gone'] : machine.states
  const arrows = machine.rows.flatMap(({ from, to, on }) =>
    (from.length > 0 ? from : [NEW]).filter((start) => start !== to).map((start) => ({ from: start, to, on })),
  )
  const words = new Map(arrows.map(({ from, to, on }) => [`${from} ${to}`, on.replace(/^(event|timer)\//, '')]))
  const layout = layOutMachine(states, arrows, ROOM)
  const labels = placeLabels(layout, ({ from, to }) => words.get(`${from} ${to}`) ?? '')
  expect(labels).toHaveLength(layout.arrows.length)

  const written = labels.map(({ text, x, y }): Box => {
    const half = (text.length * LETTER_WIDTH) / 2
    return { what: text, left: x - half, right: x + half, top: y - 9, bottom: y - 9 + LINE_HEIGHT }
  })
  const drawn = layout.states.map(
    ({ name, x, y, width, height }): Box => ({ what: name, left: x, right: x + width, top: y, bottom: y + height }),
  )
  const met = written.flatMap((label, index) =>
    [...drawn, ...written.slice(index + 1)].filter((other) => meet(label, other)).map(({ what }) => [label.what, what]),
  )
  expect(met).toEqual([])
  const cut = written.filter(
    ({ left, right, top, bottom }) => left < 0 || top < 0 || right > layout.width || bottom > layout.height,
  )
  expect(cut).toEqual([])
})

test('an arrow of which nothing is to be written has no label', () => {
  const layout = layOutMachine(['off', 'on'], [{ from: 'off', to: 'on' }], ROOM)
  expect(placeLabels(layout, () => '')).toEqual([])
})
