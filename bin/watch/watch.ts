import type { Report } from '../../src/conformance/report/report.ts'

/** The result of watching. */
export interface Watch {
  readonly report: Report
  readonly callers: number
  readonly strangers: number
}
