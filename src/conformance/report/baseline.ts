import type { Report } from './report.ts'

/** Failures that an earlier report has are known: they are still shown, but only new ones count. */
export function withBaseline(report: Report, baseline: Pick<Report, 'failures'>): Report {
  const known = new Set(baseline.failures.map(({ key }) => key))
  const failures = report.failures.map((failure) => ({ ...failure, known: known.has(failure.key) }))
  const news = failures.some((failure) => !failure.known && failure.severity === 'failure')
  const verdict = report.verdict === 'does not conform' && !news ? 'conforms' : report.verdict
  return { ...report, failures, verdict }
}
