import { useId } from 'preact/hooks'
import type { DrawnArrow } from '../../../../src/contract/machines/drawn-arrow.ts'
import { layOutMachine, type Spacing } from '../../../../src/contract/machines/machine-layout.ts'
import type { Machine } from '../../contract/contract.ts'
import { sentenceCase } from '../../contract/resources.ts'
import { arrowsOf, statesOf } from './machine-arrows.ts'

/** Between two columns stand the names of what leads from one to the other. */
const SPACING: Spacing = { leastWidth: 116, height: 34, gap: { x: 176, y: 44 }, margin: { x: 16, y: 44 } }

/** A state machine drawn, with the present state lit and the arrows out of it. */
export function MachineDiagram({ machine, present }: { machine: Machine; present: string | undefined }) {
  const id = useId()
  const arrows = arrowsOf(machine.rows)
  const { states, arrows: drawn, width, height } = layOutMachine(statesOf(machine), arrows, SPACING)
  const leading = new Map(arrows.map(({ from, to, on }) => [`${from} ${to}`, on]))
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
          {drawn.map((way) => (
            <Way
              key={`${way.from} ${way.to}`}
              way={way}
              on={leading.get(`${way.from} ${way.to}`) ?? []}
              lit={way.from === present}
              tip={id}
            />
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

function Way({ way, on, lit, tip }: { way: DrawnArrow; on: readonly string[]; lit: boolean; tip: string }) {
  const [first = '', ...others] = on
  return (
    <g class={lit ? 'arrow lit' : 'arrow'}>
      <path d={way.path} marker-end={`url(#${tip}-tip${lit ? '-lit' : ''})`} />
      <text x={way.x} y={way.y} text-anchor={way.anchor}>
        {stepName(first)}
        {others.length > 0 && ` +${others.length}`}
        <title>{on.map(stepName).join(', ')}</title>
      </text>
    </g>
  )
}

export const stepName = (on: string): string => sentenceCase(on.replace(/^(event|timer)\//, '')).toLowerCase()
