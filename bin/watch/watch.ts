import type { Report } from '../../src/conformance/report/report.ts'

/** What came of watching. */
export interface Watch {
  readonly report: Report
  readonly callers: number
  readonly strangers: number
}
