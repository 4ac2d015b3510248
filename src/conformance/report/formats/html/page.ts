import { ONLY_KNOWN, onlyKnown, type Report } from '../../report.ts'
import { plural } from '../terminal.ts'
import { usedUpBudgets } from '../used-up.ts'
import { coverage } from './coverage.ts'
import { failures } from './failures.ts'
import { machineDrawing } from './machine.ts'
import { html, type Markup, NOTHING, raw } from './markup.ts'
import { SCRIPT } from './script.ts'
import { STYLE } from './style.ts'

/** Of one gap; something drawn anew each time is not worth a column of its own. */
const MOST_VALUES = 4

/** The number of unseen items listed by name; the rest unfolds. */
const MOST_NAMES = 40

/** The report as one page that needs nothing but itself. */
export function htmlPage(report: Report): string {
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${report.target} ${onlyKnown(report) ? ONLY_KNOWN : report.verdict}</title><style>${raw(STYLE)}</style></head>
<body><main>
${verdict(report)}
${facts(report)}
${failures(report)}
${coverage(report)}
${operations(report)}
${rules(report)}
${machines(report)}
${observations(report)}
${notExercised(report)}
</main><script>${raw(SCRIPT)}</script></body></html>
`
  return page.markup
}

function verdict(report: Report): Markup {
  const { verdict: said, target, profile, startedAt, seed, stopped } = report
  const words = {
    conforms: 'conforms, as far as this run could see',
    'does not conform': 'does not conform',
    unusable: 'cannot be judged',
  }
  const known = onlyKnown(report)
  return html`<header class="verdict ${said === 'conforms' && !known ? 'good' : 'bad'}"><h1>${target} ${known ? ONLY_KNOWN : words[said]}</h1>
    <div>${profile}, ${startedAt.replace('T', ' ').slice(0, 16)} UTC, seed ${seed}</div>
    ${stopped ? html`<div>The run ended early: ${stopped.detail}.</div>` : NOTHING}</header>`
}

function facts({ failures: all, requests, seconds, sequences, operations: ops, rules: every }: Report): Markup {
  const stated = every.filter(({ provenance }) => provenance !== 'assumed')
  const known = all.filter((failure) => failure.known).length
  const count = (severity: string) => all.filter((failure) => failure.severity === severity && !failure.known).length
  const shown: readonly (readonly [string | number, string])[] = [
    [count('failure'), count('failure') === 1 ? 'failure' : 'failures'],
    [count('warning'), count('warning') === 1 ? 'warning' : 'warnings'],
    ...(known > 0 ? [[known, known === 1 ? 'known failure' : 'known failures'] as const] : []),
    [requests.toLocaleString('en'), `${requests === 1 ? 'request' : 'requests'} in ${plural(sequences, 'sequence')}`],
    [`${seconds} s`, 'duration'],
    [`${ops.filter(({ statuses }) => Object.keys(statuses).length > 0).length} of ${ops.length}`, 'operations called'],
    [`${stated.filter(({ exercised }) => exercised).length} of ${stated.length}`, 'rules exercised'],
  ]
  return html`<section class="facts" aria-label="Figures">${shown.map(([number, name]) => html`<div class="fact"><b>${number}</b><span>${name}</span></div>`)}</section>`
}

function operations({ operations: all }: Report): Markup {
  const statuses = [...new Set(all.flatMap(({ statuses: seen }) => Object.keys(seen)))].toSorted()
  const areas = [...new Set(all.map(({ area }) => area))]
  return html`<h2>Operations and their statuses</h2>${areas.map((area) => {
    const own = all.filter((operation) => operation.area === area)
    const called = own.filter(({ statuses: seen }) => Object.keys(seen).length > 0).length
    return html`<details><summary>${area} <span class="chip">${called} of ${own.length}</span></summary><div class="scroll"><table>
      <thead><tr><th>operation</th>${statuses.map((status) => html`<th class="num">${status}</th>`)}</tr></thead>
      <tbody>${own.map(
        ({ id, statuses: seen }) =>
          html`<tr class="${Object.keys(seen).length === 0 ? 'missed' : ''}"><td>${id}</td>${statuses.map(
            (status) => html`<td class="num">${seen[status] ?? ''}</td>`,
          )}</tr>`,
      )}</tbody></table></div></details>`
  })}`
}

function rules({ rules: all }: Report): Markup {
  const stated = all.filter(({ provenance }) => provenance !== 'assumed')
  const groups = [...new Set(stated.map(({ id }) => id.split('.')[0] ?? ''))]
  return html`<h2>Rules</h2>${groups.map((group) => {
    const own = stated.filter(({ id }) => id.startsWith(`${group}.`))
    return html`<details><summary>${group} <span class="chip">${own.filter(({ exercised }) => exercised).length} of ${own.length}</span></summary>
      <div class="scroll"><table class="stacked"><thead><tr><th>seen</th><th>rule</th><th>says</th><th>where</th></tr></thead><tbody>${own.map(
        ({
          id,
          says,
          where,
          exercised,
        }) => html`<tr class="${exercised ? '' : 'missed'}"><td>${exercised ? html`<span class="hit">yes</span>` : html`<span class="miss">no</span>`}</td>
        <td><code>${id}</code></td><td>${says}</td><td class="dim">${where}</td></tr>`,
      )}</tbody></table></div></details>`
  })}`
}

function machines({ machines: all }: Report): Markup {
  if (all.length === 0) return NOTHING
  return html`<h2>State machines and transitions taken</h2><div class="machines">${all.map(machineDrawing)}</div>`
}

function observations({ observations: all }: Report): Markup {
  if (all.length === 0) return NOTHING
  return html`<h2>What the target does where the contract is silent</h2><div class="scroll"><table class="stacked">
    <thead><tr><th>gap</th><th>about</th><th>seen</th></tr></thead><tbody>${all.map(
      ({
        gap,
        about,
        where,
        pinned,
        values,
        chosenOnce,
        contradicted,
      }) => html`<tr><td><code>${gap}</code>${chosenOnce && contradicted ? html` <span class="chip">contradicts itself</span>` : NOTHING}${pinned ? html` <span class="chip">in the profile</span>` : NOTHING}</td>
      <td>${about} <span class="dim">${where}</span></td><td>${values.slice(0, MOST_VALUES).map(({ value, times }) => html`<div><code>${JSON.stringify(value)}</code> <span class="dim">${plural(times, 'time')}</span></div>`)}${values.length > MOST_VALUES ? html`<div class="dim">and ${values.length - MOST_VALUES} more</div>` : NOTHING}</td></tr>`,
    )}</tbody></table></div>`
}

function notExercised(report: Report): Markup {
  const { notExercised: all, inconclusive, leftBehind } = report
  const reasons = [...new Set(all.map(({ why }) => why))]
  return html`<h2>Not exercised</h2>
    ${reasons.map((why) => {
      const own = all.filter((missed) => missed.why === why)
      return html`<details${own.length <= MOST_NAMES ? ' open' : ''}><summary>${why} <span class="chip">${own.length}</span></summary><p class="names">${own.map(({ id }) => html`<code>${id}</code> `)}</p></details>`
    })}
    ${usedUpBudgets(report).map((line) => html`<p>${line}</p>`)}
    ${inconclusive.map(({ what, times }) => html`<p>${times} × inconclusive: ${what}</p>`)}
    ${leftBehind.map((what) => html`<p>left behind: ${what}</p>`)}
    ${reasons.length + inconclusive.length + leftBehind.length === 0 ? html`<p>Nothing.</p>` : NOTHING}`
}
