import { inline } from '../formats/markdown.ts'
import { plural } from '../formats/terminal.ts'
import type { Matrix } from './matrix.ts'
import { brokenRules, CELL_WORDS, choiceText, conforming, differingGaps, shareText } from './words.ts'

/** The matrix for a page in a repository or the summary of a CI job: what differs, not everything. */
export function matrixMarkdown(matrix: Matrix): string {
  const { columns } = matrix
  return [
    `## ${conforming(matrix)} of ${plural(columns.length, 'report')} without a failure`,
    '',
    ...table(
      ['report', 'verdict', 'failures', 'warnings', 'requests', 'operations', 'rules'],
      columns.map((one) => [
        one.name,
        one.verdict,
        ...[one.failures, one.warnings, one.requests].map(String),
        shareText(one.operations),
        shareText(one.rules),
      ]),
    ),
    ...section(
      'Rules that somebody breaks',
      ['rule', ...columns.map(({ name }) => name)],
      brokenRules(matrix).map(({ id, says, cells }) => [`${id}: ${says}`, ...cells.map((cell) => CELL_WORDS[cell])]),
    ),
    ...section(
      'Where the contract is silent, and they chose differently',
      ['gap', ...columns.map(({ name }) => name)],
      differingGaps(matrix).map(({ gap, cells }) => [gap, ...cells.map(choiceText)]),
    ),
    ...changesOf(matrix),
    '',
  ].join('\n')
}

function changesOf({ changes }: Matrix): string[] {
  return changes.flatMap(({ before, now, broken, mended, gaps }) => {
    const lines = [
      ...broken.map((what) => `- new: ${inline(what)}`),
      ...mended.map((what) => `- gone: ${inline(what)}`),
      ...gaps.map(
        ({ gap, before: was, now: is }) =>
          `- ${inline(gap)}: ${inline(JSON.stringify(was))}, now ${inline(JSON.stringify(is))}`,
      ),
    ]
    return ['', `### ${inline(now)}, since ${inline(before)}`, '', ...(lines.length > 0 ? lines : ['Nothing changed.'])]
  })
}

function section(title: string, head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return rows.length > 0 ? ['', `### ${title}`, '', ...table(head, rows)] : []
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  line(head),
  line(head.map(() => '---')),
  ...rows.map(line),
]

const line = (cells: readonly string[]): string => `| ${cells.map(inline).join(' | ')} |`
