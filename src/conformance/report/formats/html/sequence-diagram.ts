import type { ReportedFailure, ReportedStep } from '../../report.ts'
import { html, type Markup, NOTHING } from './markup.ts'

const WIDTH = 900
const COLUMN = 150
const ROW = 46
const TOP = 44
const LONGEST = 78

/** The steps of a failure between the actors on the left and the target on the right, the last answer marked. */
export function sequenceDiagram({ steps, actual }: ReportedFailure): Markup {
  const actors = [...new Set(steps.map((step) => (step.kind === 'event' ? 'outside' : step.actor)))]
  const right = WIDTH - 90
  const height = TOP + steps.length * ROW + 20
  const at = (actor: string) => 70 + actors.indexOf(actor) * COLUMN
  const heads = [...actors.map((name) => ({ name, x: at(name) })), { name: 'target', x: right }]
  return html`<div class="scroll"><svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="The sequence of requests">
    ${heads.map(
      ({ name, x }) => html`<line class="life" x1="${x}" y1="${TOP - 12}" x2="${x}" y2="${height - 8}"/>
        <rect class="box" x="${x - 55}" y="4" width="110" height="26" rx="6"/>
        <text x="${x}" y="21" text-anchor="middle">${name}</text>`,
    )}
    ${steps.map((step, index) => {
      const from = at(step.kind === 'event' ? 'outside' : step.actor)
      return arrow(step, index, { from, to: right }, index === steps.length - 1 ? actual : undefined)
    })}
  </svg></div>`
}

interface Span {
  readonly from: number
  readonly to: number
}

/** A step and its answer; `wrong` is what is wrong with the answer, at the last one. */
function arrow(step: ReportedStep, index: number, { from, to }: Span, wrong: string | undefined): Markup {
  const y = TOP + index * ROW + 18
  const kind = wrong === undefined ? '' : 'bad'
  const answer = step.status === null ? '' : String(step.status)
  return html`<text x="${from + 10}" y="${y - 6}">${index + 1}. ${cut(step.says)}</text>
    <path class="arrow ${kind}" d="M${from} ${y} H${to} m-7 -4 l7 4 l-7 4"/>
    ${
      answer === ''
        ? NOTHING
        : html`<path class="arrow ${kind}" stroke-dasharray="4 3" d="M${to} ${y + 14} H${from} m7 -4 l-7 4 l7 4"/>
      <text class="${kind || 'dim'}" x="${to - 10}" y="${y + 26}" text-anchor="end">${outcome(answer, wrong)}</text>`
    }${step.withNext ? html`<text class="dim" x="${from - 8}" y="${y + 12}" text-anchor="end">‖</text>` : NOTHING}`
}

/** The status, and what is wrong with the answer unless that is the status itself. */
const outcome = (answer: string, wrong: string | undefined): string =>
  wrong === undefined || wrong === answer ? answer : `${answer} ${cut(wrong, 60)}`

const cut = (text: string, most = LONGEST): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text)
