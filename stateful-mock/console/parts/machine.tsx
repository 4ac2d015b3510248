import { useId } from 'preact/hooks'
import type { Machine } from '../state/contract.ts'
import { sentenceCase } from '../state/resources.ts'
import { type Arrow, BOX, GAP, layOut, type Placed } from './machine-layout.ts'

/** A state machine drawn, with the present state lit and the ways out of it. */
export function MachineDiagram({ machine, present }: { machine: Machine; present: string | undefined }) {
  const id = useId()
  const { states, arrows, width, height } = layOut(machine)
  const place = new Map(states.map((one) => [one.state, one]))
  const words = present === undefined ? 'No field shows the state.' : `The present state is ${present}.`
  return (
    <figure class="machine">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div class="machine-scroll" tabIndex={0} role="region" aria-label={`States of ${machine.entity}`}>
        <svg
          viewBox={`0 0 ${width} ${height}`}
          width={width}
          height={height}
          role="img"
          aria-label={`${machine.about} ${words}`}
        >
          <defs>
            <marker
              id={`${id}-tip`}
              viewBox="0 0 8 8"
              refX="7"
              refY="4"
              markerWidth="7"
              markerHeight="7"
              orient="auto-start-reverse"
            >
              <path d="M0 0l8 4-8 4z" class="tip" />
            </marker>
            <marker
              id={`${id}-tip-lit`}
              viewBox="0 0 8 8"
              refX="7"
              refY="4"
              markerWidth="7"
              markerHeight="7"
              orient="auto-start-reverse"
            >
              <path d="M0 0l8 4-8 4z" class="tip lit" />
            </marker>
          </defs>
          {arrows.map((arrow) => (
            <ArrowLine
              key={`${arrow.from} ${arrow.to}`}
              arrow={arrow}
              place={place}
              lit={arrow.from === present}
              tip={id}
            />
          ))}
          {states.map(({ state, x, y }) => (
            <g
              key={state}
              class={`state${state === present ? ' lit' : ''}${machine.closed?.[state] ? ' closed' : ''}${state === 'gone' ? ' gone' : ''}`}
            >
              <rect x={x} y={y} width={BOX.width} height={BOX.height} rx="8" />
              <text x={x + BOX.width / 2} y={y + BOX.height / 2} dominant-baseline="central" text-anchor="middle">
                {state}
              </text>
            </g>
          ))}
        </svg>
      </div>
      <figcaption>{machine.about}</figcaption>
    </figure>
  )
}

function ArrowLine({
  arrow,
  place,
  lit,
  tip,
}: {
  arrow: Arrow
  place: ReadonlyMap<string, Placed>
  lit: boolean
  tip: string
}) {
  const [from, to] = [place.get(arrow.from), place.get(arrow.to)]
  if (!from || !to) return null
  const { path, labelX, labelY, anchor } = bend(from, to)
  const [first = '', ...others] = arrow.on
  return (
    <g class={lit ? 'arrow lit' : 'arrow'}>
      <path d={path} marker-end={`url(#${tip}-tip${lit ? '-lit' : ''})`} />
      <text x={labelX} y={labelY} text-anchor={anchor}>
        {stepName(first)}
        {others.length > 0 && ` +${others.length}`}
        <title>{arrow.on.map(stepName).join(', ')}</title>
      </text>
    </g>
  )
}

interface Bend {
  readonly path: string
  readonly labelX: number
  readonly labelY: number
  readonly anchor: 'start' | 'middle' | 'end'
}

/** Forward straight, backward below, far forward above, up and down at the side. */
function bend(from: Placed, to: Placed): Bend {
  const middle = { from: from.y + BOX.height / 2, to: to.y + BOX.height / 2 }
  const columns = Math.round((to.x - from.x) / (BOX.width + GAP.x))
  if (columns === 0) {
    const down = to.y > from.y
    const x = from.x + BOX.width / 2 + (down ? -18 : 18)
    const [start, end] = down ? [from.y + BOX.height, to.y] : [from.y, to.y + BOX.height]
    return {
      path: `M${x} ${start}L${x} ${end}`,
      labelX: x + (down ? -8 : 8),
      labelY: (start + end) / 2 + 4,
      anchor: down ? 'end' : 'start',
    }
  }
  if (columns === 1) {
    const [x1, x2] = [from.x + BOX.width, to.x]
    const half = (x1 + x2) / 2
    const path = `M${x1} ${middle.from}C${half} ${middle.from} ${half} ${middle.to} ${x2} ${middle.to}`
    // Nearer to where it leads, so that the names of arrows that part do not meet.
    return { path, labelX: half + 12, labelY: middle.from * 0.15 + middle.to * 0.85 - 6, anchor: 'middle' }
  }
  const below = columns < 0
  const [x1, x2] = [from.x + BOX.width / 2 + (below ? -10 : 10), to.x + BOX.width / 2 + (below ? 10 : -10)]
  const [y1, y2] = below ? [from.y + BOX.height, to.y + BOX.height] : [from.y, to.y]
  const depth = below ? Math.max(y1, y2) + 30 : Math.min(y1, y2) - 30
  const path = `M${x1} ${y1}C${x1} ${depth} ${x2} ${depth} ${x2} ${y2}`
  return { path, labelX: (x1 + x2) / 2, labelY: below ? depth - 2 : depth + 10, anchor: 'middle' }
}

export const stepName = (on: string): string => sentenceCase(on.replace(/^(event|timer)\//, '')).toLowerCase()
