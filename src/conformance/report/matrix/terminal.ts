import { type Paint, PLAIN, plural } from '../formats/terminal.ts'
import type { Change } from './changes.ts'
import type { Column, Matrix } from './matrix.ts'
import { brokenRules, conforming, differingGaps, shareText } from './words.ts'

/** The matrix in a few lines: a line per report, and what changed. */
export function describeMatrix(matrix: Matrix, paint: Paint = PLAIN): string {
  const { columns, changes } = matrix
  const widest = Math.max(...columns.map(({ name }) => name.length))
  return [
    ...columns.map((column) => describeColumn(column, widest, paint)),
    ...changes.flatMap((change) => describeChange(change, paint)),
    `${conforming(matrix)} of ${plural(columns.length, 'report')} without a failure; ${plural(brokenRules(matrix).length, 'rule')} broken by somebody, ${plural(differingGaps(matrix).length, 'gap')} filled differently`,
  ].join('\n')
}

function describeColumn(
  { name, verdict, failures, warnings, requests, operations, rules }: Column,
  widest: number,
  paint: Paint,
): string {
  const said = failures > 0 || verdict !== 'conforms' ? paint.bad(verdict.padEnd(16)) : paint.good(verdict.padEnd(16))
  return `${name.padEnd(widest)}  ${said}  ${plural(failures, 'failure')}, ${plural(warnings, 'warning')}  ${paint.faint(`${plural(requests, 'request')}, ${shareText(operations)} operations, ${shareText(rules)} rules`)}`
}

function describeChange({ before, now, broken, mended, gaps }: Change, paint: Paint): string[] {
  const lines = [
    ...broken.map((what) => `  ${paint.bad('new')}   ${what}`),
    ...mended.map((what) => `  ${paint.good('gone')}  ${what}`),
    ...gaps.map(({ gap, before: was, now: is }) => `  gap   ${gap}: ${JSON.stringify(was)}, now ${JSON.stringify(is)}`),
  ]
  return lines.length > 0 ? [`${now}, since ${before}:`, ...lines] : []
}
