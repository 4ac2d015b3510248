import { html, type Markup, NOTHING, raw } from '../formats/html/markup.ts'
import { STYLE } from '../formats/html/style.ts'
import { plural } from '../formats/terminal.ts'
import { type Column, disagrees, type GapRow, type Matrix, type RuleRow } from './matrix.ts'
import { CELL_WORDS, choiceText, conforming, differingGaps, shareText } from './words.ts'

/** Tables below each other have columns of the same width; what has no room is reached by scrolling, whole words at a time. */
const OWN_STYLE = `
.matrix { table-layout: fixed; min-width: calc(clamp(11rem, 45vw, 32rem) + var(--reports) * 7rem); }
.matrix th:first-child { width: clamp(11rem, 45vw, 32rem); }
.matrix th:first-child, .matrix td:first-child { position: sticky; left: 0; background: var(--bg); }
.reports td { overflow-wrap: normal; } .reports td:first-child { min-width: 9rem; }
@media (max-width: 600px) { .reports :is(th, td):nth-child(2) { display: none; } }
.matrix td.broken { color: var(--bad); font-weight: 600; } .matrix td.held { color: var(--good); } .matrix td.unseen { color: var(--dim); }
.matrix tr.differs td:first-child { box-shadow: inset 3px 0 var(--warn); padding-left: 10px; }
`

/** The matrix as one page that needs nothing but itself. */
export function matrixPage(matrix: Matrix): string {
  const { columns } = matrix
  const all = conforming(matrix) === columns.length
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Contract matrix of ${plural(columns.length, 'report')}</title><style>${raw(STYLE + OWN_STYLE)}</style></head>
<body><main>
<header class="verdict ${all ? 'good' : 'bad'}"><h1>${conforming(matrix)} of ${plural(columns.length, 'report')} without a failure</h1></header>
${overview(columns)}
${changes(matrix)}
${rules(matrix)}
${gaps(matrix)}
</main></body></html>
`
  return page.markup
}

function overview(columns: readonly Column[]): Markup {
  return html`<h2>Reports</h2><div class="scroll"><table class="reports">
    <thead><tr><th>report</th><th>target</th><th>verdict</th><th class="num">failures</th><th class="num">warnings</th><th class="num">requests</th><th class="num">operations</th><th class="num">rules</th></tr></thead>
    <tbody>${columns.map(
      (
        one,
      ) => html`<tr><td>${one.name}</td><td class="dim">${one.target}</td><td class="${one.failures > 0 ? 'broken' : 'hit'}">${one.verdict}</td>
      <td class="num">${one.failures}</td><td class="num">${one.warnings}</td><td class="num">${one.requests.toLocaleString('en')}</td>
      <td class="num">${shareText(one.operations)}</td><td class="num">${shareText(one.rules)}</td></tr>`,
    )}</tbody></table></div>`
}

function changes({ changes: all }: Matrix): Markup {
  if (all.length === 0) return NOTHING
  return html`<h2>What changed</h2>${all.map(
    ({ before, now, broken, mended, gaps: chosen }) => html`<h3>${now}, since ${before}</h3><ul>
    ${broken.map((what) => html`<li><span class="chip failure">new</span> ${what}</li>`)}
    ${mended.map((what) => html`<li><span class="chip">gone</span> ${what}</li>`)}
    ${chosen.map(({ gap, before: was, now: is }) => html`<li><code>${gap}</code>: ${JSON.stringify(was)}, now ${JSON.stringify(is)}</li>`)}
    ${broken.length + mended.length + chosen.length === 0 ? html`<li class="dim">Nothing.</li>` : NOTHING}</ul>`,
  )}`
}

function rules({ columns, rules: all }: Matrix): Markup {
  const groups = [...new Set(all.map(({ id }) => id.split('.')[0] ?? ''))]
  return html`<h2>Rules</h2>${groups.map((group) => {
    const own = all.filter(({ id }) => id.startsWith(`${group}.`) || id === group)
    const broken = own.filter(({ cells }) => cells.includes('broken')).length
    return html`<details${broken > 0 ? raw(' open') : NOTHING}><summary>${group} <span class="chip ${broken > 0 ? 'failure' : ''}">${broken} broken of ${own.length}</span></summary>
      <div class="scroll">${table(columns)}${head('rule', columns)}<tbody>${own.map(ruleRow)}</tbody></table></div></details>`
  })}`
}

const ruleRow = ({ id, says, cells }: RuleRow): Markup =>
  html`<tr class="${disagrees(cells) ? 'differs' : ''}"><td><code>${id}</code><div class="dim">${says}</div></td>${cells.map((cell) => html`<td class="${cell}">${CELL_WORDS[cell]}</td>`)}</tr>`

function gaps(matrix: Matrix): Markup {
  const differing = new Set(differingGaps(matrix).map(({ gap }) => gap))
  const same = matrix.gaps.filter(({ gap }) => !differing.has(gap))
  const shown = (rows: readonly GapRow[]) =>
    html`<div class="scroll">${table(matrix.columns)}${head('gap', matrix.columns)}<tbody>${rows.map(gapRow)}</tbody></table></div>`
  return html`<h2>Where the contract is silent</h2>
    <h3>They chose differently</h3>${differing.size > 0 ? shown(differingGaps(matrix)) : html`<p class="dim">Nowhere.</p>`}
    <details><summary>The same choice, or only one that showed it <span class="chip">${same.length}</span></summary>${shown(same)}</details>`
}

const gapRow = ({ gap, about, cells }: GapRow): Markup =>
  html`<tr><td><code>${gap}</code><div class="dim">${about}</div></td>${cells.map((values) => html`<td>${choiceText(values)}</td>`)}</tr>`

const table = (columns: readonly Column[]): Markup => html`<table class="matrix" style="--reports: ${columns.length}">`

const head = (first: string, columns: readonly Column[]): Markup =>
  html`<thead><tr><th>${first}</th>${columns.map(({ name }) => html`<th>${name}</th>`)}</tr></thead>`
