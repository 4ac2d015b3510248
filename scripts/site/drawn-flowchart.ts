import { layOutMachine, type Spacing } from '../../src/contract/machines/machine-layout.ts'
import { placeLabels } from '../../src/contract/machines/place-labels.ts'
import { escaped } from './escaped.ts'
import { readFlowchart } from './flowchart.ts'

const LINE = 16
/** Made smaller than this it cannot be read; then it scrolls. */
const SMALLEST = 0.7
const ABOVE = 10

/** A flowchart of the docs as a picture, left to right. */
export function drawnFlowchart(text: string): string {
  const { nodes, arrows } = readFlowchart(text)
  // The layout gives a box the width of its name: here that of its longest line.
  const nameOf = new Map(nodes.map(({ id, lines }) => [id, longest(lines)]))
  const linesOf = new Map(nodes.map(({ id, lines }) => [nameOf.get(id) ?? id, lines]))
  const name = (id: string) => nameOf.get(id) ?? id
  const words = new Map(arrows.map((arrow) => [`${name(arrow.from)}>${name(arrow.to)}`, arrow.text]))
  const ends = arrows.map(({ from, to }) => ({ from: name(from), to: name(to) }))
  const layout = layOutMachine([...linesOf.keys()], ends, spacing(nodes.map(({ lines }) => lines.length)))
  const labels = placeLabels(layout, ({ from, to }) => words.get(`${from}>${to}`) ?? '')
  return `<div class="wide" tabindex="0" role="region" aria-label="Diagram"><svg class="flowchart" viewBox="0 0 ${layout.width} ${layout.height}" style="min-width: ${Math.round(layout.width * SMALLEST)}px" role="img" aria-label="${escaped(inWords(ends))}">
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0l8 4-8 4z"/></marker></defs>
${layout.arrows.map(({ path }) => `<path class="way" d="${path}" marker-end="url(#tip)"/>`).join('\n')}
${layout.states.map((box) => `<rect x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" rx="8"/>${written(linesOf.get(box.name) ?? [], box)}`).join('\n')}
${labels.map(({ text: label, x, y }) => `<text class="label" x="${x}" y="${y}">${escaped(label)}</text>`).join('\n')}
</svg></div>\n`
}

const longest = (lines: readonly string[]): string =>
  lines.reduce((one, other) => (other.length > one.length ? other : one), '')

const spacing = (lines: readonly number[]): Spacing => ({
  leastWidth: 90,
  height: Math.max(...lines) * LINE + 2 * ABOVE,
  gap: { x: 110, y: 36 },
  margin: { x: 8, y: 40 },
})

const inWords = (ends: readonly { readonly from: string; readonly to: string }[]): string =>
  ends.map(({ from, to }) => `${from} to ${to}`).join(', ')

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The first line is the name. */
function written(lines: readonly string[], { x, y, width, height }: Box): string {
  const top = y + (height - lines.length * LINE) / 2 + LINE * 0.75
  return lines
    .map(
      (line, index) =>
        `<text${index === 0 ? '' : ' class="more"'} x="${x + width / 2}" y="${top + index * LINE}">${escaped(line)}</text>`,
    )
    .join('')
}
