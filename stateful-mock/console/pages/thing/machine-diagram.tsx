import { useId } from 'preact/hooks'
import { layOutMachine, type Spacing } from '../../../../src/contract/machines/machine-layout.ts'
import { placeLabels } from '../../../../src/contract/machines/place-labels.ts'
import type { Machine } from '../../contract/contract.ts'
import { sentenceCase } from '../../contract/resources.ts'
import { arrowsOf, statesOf } from './machine-arrows.ts'

/** Between two columns stand the names of what leads from one to the other. */
const SPACING: Spacing = { leastWidth: 116, height: 34, gap: { x: 176, y: 44 }, margin: { x: 16, y: 44 } }

/** A state machine drawn, with the present state lit and the arrows out of it. */
export function MachineDiagram({ machine, present }: { machine: Machine; present: string | undefined }) {
  const id = useId()
  const arrows = arrowsOf(machine.rows)
  const layout = layOutMachine(statesOf(machine), arrows, SPACING)
  const { states, width, height } = layout
  const leading = new Map(arrows.map(({ from, to, on }) => [`${from} ${to}`, on.map(stepName)]))
  const stepsOf = ({ from, to }: Ends) => leading.get(`${from} ${to}`) ?? []
  const labels = placeLabels(layout, (arrow) => inShort(stepsOf(arrow)))
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
          {layout.arrows.map(({ from, to, path }) => (
            <g key={`${from} ${to}`} class={from === present ? 'arrow lit' : 'arrow'}>
              <path d={path} marker-end={`url(#${id}-tip${from === present ? '-lit' : ''})`} />
            </g>
          ))}
          {labels.map(({ arrow, text, x, y }) => (
            <g key={`${arrow.from} ${arrow.to}`} class={arrow.from === present ? 'arrow lit' : 'arrow'}>
              <text x={x} y={y} text-anchor="middle">
                {text}
                <title>{stepsOf(arrow).join(', ')}</title>
              </text>
            </g>
          ))}
          {states.map(({ name, x, y, width: wide, height: high }) => (
            <g
              key={name}
              class={`state${name === present ? ' lit' : ''}${machine.closed?.[name] ? ' closed' : ''}${name === 'gone' ? ' gone' : ''}`}
            >
              <rect x={x} y={y} width={wide} height={high} rx="8" />
              <text x={x + wide / 2} y={y + high / 2} dominant-baseline="central" text-anchor="middle">
                {name}
              </text>
            </g>
          ))}
        </svg>
      </div>
      <figcaption>{machine.about}</figcaption>
    </figure>
  )
}

interface Ends {
  readonly from: string
  readonly to: string
}

const inShort = ([first = '', ...others]: readonly string[]): string =>
  others.length > 0 ? `${first} +${others.length}` : first

export const stepName = (on: string): string => sentenceCase(on.replace(/^(event|timer)\//, '')).toLowerCase()
