import type { Report, ReportedFailure } from '../../report.ts'
import { stepAnswer } from '../step-answer.ts'
import { noteOn, plural } from '../terminal.ts'
import { html, type Markup, NOTHING } from './markup.ts'
import { sequenceDiagram } from './sequence-diagram.ts'

/** The failures: each can be opened, filtered and linked to. */
export function failures({ failures: all }: Report): Markup {
  if (all.length === 0) return NOTHING
  const areas = [...new Set(all.map(({ area }) => area))]
  return html`<section aria-label="Failures"><h2>Failures</h2>
    <div class="filters" hidden>
      <input type="search" id="find" placeholder="Find by operation, rule or word" aria-label="Find a failure">
      ${choice('severity', 'Severity', ['failure', 'warning'])}${choice('area', 'Area', areas)}
      <span class="dim" id="shown" role="status"></span>
    </div>
    ${all.map(failureCard)}</section>`
}

const choice = (id: string, label: string, values: readonly string[]): Markup =>
  values.length < 2
    ? NOTHING
    : html`<label>${label} <select id="by-${id}"><option value="">any</option>${values.map((value) => html`<option>${value}</option>`)}</select></label>`

function failureCard(failure: ReportedFailure, index: number): Markup {
  const { severity, area, operation, message, sentences, expected, actual, steps, known, check } = failure
  const id = addressOf(failure, index)
  const curls = steps.flatMap(({ curl }) => (curl ? [curl] : []))
  return html`<details class="failure ${severity} ${known ? 'known' : ''}" id="${id}" data-severity="${severity}" data-area="${area}"${index === 0 ? ' open' : ''}>
    <summary><span class="chip ${severity}">${severity}</span> <strong>${operation}</strong> ${message}
      <a class="link" href="#${id}" aria-label="Link to this failure">#</a></summary>
    <p><span class="chip">${check}</span> <span class="dim">${noteOn(failure)}${known ? ' known' : ''}</span></p>
    ${sentences.map((one) => html`<p><code>${one.id}</code> ${one.says} <span class="dim">${one.where}</span></p>`)}
    <div class="pair"><div><b>expected</b>${expected}</div><div><b>actual</b>${actual}</div></div>
    ${sequenceDiagram(failure)}
    ${steps.map(stepDetails)}
    ${curls.length > 0 ? html`<details><summary>${plural(curls.length, 'curl line')}</summary><pre>${curls.join('\n')}</pre></details>` : NOTHING}
  </details>`
}

/** The same cause has the same address in the next report. */
const addressOf = ({ operation, check }: ReportedFailure, index: number): string =>
  `failure-${index + 1}-${operation}-${check}`.replaceAll(/[^\w-]+/g, '-')

function stepDetails(step: ReportedFailure['steps'][number], index: number): Markup {
  const { says, sent, received } = step
  return html`<details><summary>${index + 1}. ${says} <span class="dim">${stepAnswer(step) ?? ''}</span></summary>
    ${sent ? html`<pre>${pretty(sent)}</pre>` : NOTHING}${received ? html`<pre>${pretty(received)}</pre>` : NOTHING}</details>`
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
