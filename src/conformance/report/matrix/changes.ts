import type { Json } from '../../../contract/json.ts'
import { differingChoices } from '../differing-choices.ts'
import type { Report, ReportedFailure } from '../report.ts'

/** The difference to the previous run of one implementation. */
export interface Change {
  readonly before: string
  readonly now: string
  readonly broken: readonly string[]
  readonly mended: readonly string[]
  readonly gaps: readonly { readonly gap: string; readonly before: Json; readonly now: Json }[]
}

/** Each run beside the one before it with the same profile. Reports come in the order of their times. */
export function changesIn(reports: readonly Report[], names: readonly string[]): Change[] {
  return reports.flatMap((now, index) => {
    const earlier = reports.slice(0, index).findLastIndex(({ profile }) => profile === now.profile)
    const before = reports[earlier]
    return before ? [{ before: names[earlier] ?? '', now: names[index] ?? '', ...changeBetween(before, now) }] : []
  })
}

function changeBetween(before: Report, now: Report) {
  const called = new Set(now.operations.flatMap(({ id, statuses }) => (Object.keys(statuses).length > 0 ? [id] : [])))
  return {
    broken: without(now.failures, before.failures).map(worded),
    // A rule that is no longer checked does not count as fixed.
    mended: without(before.failures, now.failures)
      .filter(({ operation, area }) => area === 'outside' || called.has(operation))
      .map(worded),
    gaps: differingChoices(before, now).map(({ gap, a, b }) => ({ gap, before: a, now: b })),
  }
}

const without = (some: readonly ReportedFailure[], others: readonly ReportedFailure[]): ReportedFailure[] =>
  some.filter(({ key }) => !others.some((other) => other.key === key))

const worded = ({ operation, message }: ReportedFailure): string => `${operation}: ${message}`
