import { withBaseline } from '../../src/conformance/report/baseline.ts'
import { describeFailure, describeRun, plural } from '../../src/conformance/report/formats/terminal.ts'
import { fails, type Report } from '../../src/conformance/report/report.ts'
import type { ExitCode } from '../command-line/exit-code.ts'
import { type ReportFile, writeReports } from '../files/report-files.ts'
import { expectWritten } from '../files/write-file.ts'
import { COLOURS } from '../terminal/colours.ts'
import { print } from '../terminal/output.ts'

export interface Telling {
  readonly report?: readonly ReportFile[]
  readonly baseline: Report | undefined
  readonly strict: boolean
  /** Standard output is read by a program. */
  readonly json: boolean
  readonly callers: number
  readonly strangers: number
}

/** Prints the summary of the report and returns the exit code. */
export function tellReport(fresh: Report, telling: Telling): ExitCode {
  const report = telling.baseline ? withBaseline(fresh, telling.baseline) : fresh
  const written = writeReports(report, telling.report)
  if (!telling.json) {
    for (const failure of report.failures) print(`\n${describeFailure(failure, COLOURS)}`)
    for (const said of written.said) print(said)
    print(`\n${describeRun(report, COLOURS)}`)
    print(whoCalled(telling))
  }
  expectWritten(written)
  if (report.failures.some((failure) => fails(failure, telling.strict))) return 1
  return report.verdict === 'unusable' ? 2 : 0
}

function whoCalled({ callers, strangers }: Telling): string {
  const unknown = strangers === 0 ? '' : `; ${strangers} not in the profile; their changes were not followed`
  return `${plural(callers, 'caller')}, identified by hashes of their credentials${unknown}`
}
