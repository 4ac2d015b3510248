import { Command } from 'commander'
import { describeFailure, describeRun } from '../../src/conformance/report/formats/terminal.ts'
import { mergeReports, whyNotMerge } from '../../src/conformance/report/merge-reports.ts'
import { fails, type Report } from '../../src/conformance/report/report.ts'
import { examples } from '../command-line/examples.ts'
import type { ExitCode } from '../command-line/exit-code.ts'
import { UsageError } from '../command-line/usage-error.ts'
import {
  collectReports,
  expectReports,
  REPORT_KINDS,
  type ReportFile,
  readReport,
  writeReports,
} from '../files/report-files.ts'
import { expectWritten } from '../files/write-file.ts'
import { COLOURS } from '../terminal/colours.ts'
import { print } from '../terminal/output.ts'

interface MergeOptions {
  readonly report?: readonly ReportFile[]
  readonly strict?: boolean
}

export function mergeCommand(finish: (code: ExitCode) => void): Command {
  const command = new Command('merge')
    .description('merge the JSON reports of shards into one')
    .argument('<report...>', 'reports written by verify --report json=FILE')
    .option('--report <kind=path>', `write a report to a file; repeatable (${REPORT_KINDS})`, collectReports)
    .option('--strict', 'treat warnings (implied rules) as failures')
    .action((files: readonly string[], options: MergeOptions) => {
      expectReports(options.report)
      const reports = files.map(readReport)
      const wrong = whyNotMerge(reports)
      if (wrong) throw new UsageError(`These reports cannot be merged: ${wrong}.`)
      const report = mergeReports(reports as [Report, ...Report[]])
      for (const failure of report.failures) print(`${describeFailure(failure, COLOURS)}\n`)
      const written = writeReports(report, options.report)
      for (const said of written.said) print(said)
      print(describeRun(report, COLOURS))
      const broken = report.failures.some((failure) => fails(failure, options.strict ?? false))
      const missing = missingShards(reports)
      for (const shard of missing) print(`${COLOURS.bad('missing')}: the report of shard ${shard}`)
      expectWritten(written)
      finish(broken ? 1 : report.verdict === 'unusable' || missing.length > 0 ? 2 : 0)
    })
  return examples(command, ['understudy merge shard-*.json --report html=report.html --report junit=junit.xml'])
}

/** A shard that fell over wrote nothing, and what nobody looked at has not passed. */
function missingShards(reports: readonly Report[]): string[] {
  const shards = reports.flatMap(({ shard }) => (shard ? [shard] : []))
  const of = shards[0]?.of ?? 0
  const there = new Set(shards.map(({ index }) => index))
  return Array.from({ length: of }, (_, place) => place + 1)
    .filter((index) => !there.has(index))
    .map((index) => `${index}/${of}`)
}
