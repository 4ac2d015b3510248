import { Command } from 'commander'
import { badgeImageOf, badgeJsonOf } from '../../src/conformance/report/formats/badge.ts'
import { matrixPage } from '../../src/conformance/report/matrix/html.ts'
import { matrixMarkdown } from '../../src/conformance/report/matrix/markdown.ts'
import { type Matrix, makeMatrix } from '../../src/conformance/report/matrix/matrix.ts'
import { describeMatrix } from '../../src/conformance/report/matrix/terminal.ts'
import { matrixBadge } from '../../src/conformance/report/matrix/words.ts'
import { examples } from '../command-line/examples.ts'
import { collectKindAndPath, type KindAndPath } from '../files/kind-and-path.ts'
import { readReport } from '../files/report-files.ts'
import { expectWritable, writeOrExplain } from '../files/write-file.ts'
import { COLOURS } from '../terminal/colours.ts'
import { print } from '../terminal/output.ts'

const KINDS = {
  json: (matrix: Matrix) => `${JSON.stringify(matrix, null, 2)}\n`,
  markdown: matrixMarkdown,
  html: matrixPage,
  badge: (matrix: Matrix) => badgeImageOf(matrixBadge(matrix)),
  shields: (matrix: Matrix) => badgeJsonOf(matrixBadge(matrix)),
} as const

type MatrixFile = KindAndPath<keyof typeof KINDS>

export function matrixCommand(): Command {
  const command = new Command('matrix')
    .description('compare the JSON reports of several implementations, or of several nightly runs')
    .argument('<report...>', 'reports written by verify --report json=FILE')
    .option(
      '--report <kind=path>',
      `write the matrix to a file; repeatable (${Object.keys(KINDS).join(', ')})`,
      collectKindAndPath('matrix', KINDS),
    )
    .action((files: readonly string[], { report = [] }: { readonly report?: readonly MatrixFile[] }) => {
      for (const { path } of report) expectWritable(path)
      const matrix = makeMatrix(files.map(readReport))
      for (const { kind, path } of report) {
        writeOrExplain(path, KINDS[kind](matrix))
        print(`wrote ${path}`)
      }
      print(describeMatrix(matrix, COLOURS))
    })
  return examples(command, ['understudy matrix ours.json theirs.json nightly-*.json --report html=matrix.html'])
}
