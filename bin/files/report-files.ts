import { badgeData, badgeImage } from '../../src/conformance/report/formats/badge.ts'
import { ctrf } from '../../src/conformance/report/formats/ctrf.ts'
import { github } from '../../src/conformance/report/formats/github.ts'
import { htmlPage } from '../../src/conformance/report/formats/html/page.ts'
import { junit } from '../../src/conformance/report/formats/junit.ts'
import { markdown } from '../../src/conformance/report/formats/markdown.ts'
import { sarif } from '../../src/conformance/report/formats/sarif.ts'
import { REPORT_FORMAT, type Report } from '../../src/conformance/report/report.ts'
import { REPORT_SCHEMA } from '../../src/conformance/report/report-schema.ts'
import { isObject } from '../../src/contract/json.ts'
import { validatorFor } from '../../src/contract/schema/schema-compiler.ts'
import { readText } from '../../src/target/opening/read-text.ts'
import { visible } from '../../src/target/writing/visible.ts'
import { UsageError } from '../command-line/usage-error.ts'
import { collectKindAndPath, type KindAndPath } from './kind-and-path.ts'
import { expectWritable, type Written, writeEach, writeOrExplain } from './write-file.ts'

const KINDS = {
  json: (report: Report) => `${visible(JSON.stringify(report, null, 2))}\n`,
  junit,
  markdown,
  html: htmlPage,
  github,
  sarif,
  ctrf,
  badge: badgeImage,
  shields: badgeData,
} as const

/** For help texts. */
export const REPORT_KINDS: string = Object.keys(KINDS).join(', ')

export type ReportFile = KindAndPath<keyof typeof KINDS>

/** `kind=path`, as often as it is given. */
export const collectReports = collectKindAndPath('report', KINDS)

/** Checked before the work, so that a wrong path is reported at once. */
export function expectReports(files: readonly ReportFile[] = []): void {
  for (const { path } of files) expectWritable(path)
}

export function writeReports(report: Report, files: readonly ReportFile[] = []): Written {
  return writeEach(files, ({ kind, path }) => {
    writeOrExplain(path, KINDS[kind](report))
    return `wrote ${path}`
  })
}

/** A JSON report of this format. */
export function readReport(file: string): Report {
  const value = parsed(readText(file))
  if (!isObject(value) || value.format !== REPORT_FORMAT)
    throw new UsageError(`${file} is not a JSON report of this version (verify --report json=FILE writes one).`)
  const [wrong] = validatorFor(REPORT_SCHEMA)(value)
  if (wrong) throw new UsageError(`${file} is not a JSON report as verify writes it: ${wrong.message}.`)
  return value as unknown as Report
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
