import type { CoveredOperation, CoveredRule, Report } from '../../report.ts'
import { html, type Markup, NOTHING } from './markup.ts'

/** Coverage as a picture: a square for each operation and each rule, a row for each area, readable from afar. */
export function coverage({ operations, rules, failures }: Report): Markup {
  const broken = new Set(failures.map(({ operation }) => operation))
  const stated = rules.filter(({ provenance }) => provenance !== 'assumed')
  const areas = [...new Set([...operations.map(({ area }) => area), ...stated.map(areaOf)])]
  return html`<section aria-label="Coverage"><h2>Coverage</h2>
    <p class="key"><i class="cell good"></i> seen <i class="cell part"></i> only refused <i class="cell bad"></i> broken <i class="cell"></i> not seen</p>
    <div class="coverage">
      <b></b><b>Operations</b><b>Rules that are stated or implied</b>
      ${areas.map((area) => {
        const own = operations.filter((operation) => operation.area === area)
        const said = stated.filter((rule) => areaOf(rule) === area)
        return html`<span>${area}</span>
          <span class="cells">${own.map((one) => operationCell(one, broken))}${count(own.filter(isCalled).length, own.length, 'operations')}</span>
          <span class="cells">${said.map(ruleCell)}${count(said.filter(({ exercised }) => exercised).length, said.length, 'rules')}</span>`
      })}
    </div></section>`
}

const areaOf = ({ id }: CoveredRule): string => id.split('.')[0] ?? ''

const isCalled = ({ statuses }: CoveredOperation): boolean => Object.keys(statuses).length > 0

/** The noun is for phones, where the columns have no heads. */
const count = (seen: number, all: number, noun: string): Markup =>
  all === 0 ? NOTHING : html`<small>${seen} of ${all} <span class="on-phones">${noun}</span></small>`

function operationCell(operation: CoveredOperation, broken: ReadonlySet<string>): Markup {
  const { id, statuses } = operation
  const seen = Object.entries(statuses).map(([status, times]) => `${status} × ${times}`)
  const done = Object.keys(statuses).some((status) => status.startsWith('2'))
  const kind = broken.has(id) ? 'bad' : done ? 'good' : isCalled(operation) ? 'part' : ''
  return html`<i class="cell ${kind}" title="${id}: ${seen.length > 0 ? seen.join(', ') : 'never called'}"></i>`
}

const ruleCell = ({ id, says, exercised }: CoveredRule): Markup =>
  html`<i class="cell ${exercised ? 'good' : ''}" title="${id}: ${says}${exercised ? '' : ' (not seen)'}"></i>`
