import { type DifferingChoice, differingChoices } from '../differing-choices.ts'
import type { Report, ReportedFailure } from '../report.ts'

export type Side = 'A' | 'B'

/** Two implementations, given the same sequences: where they differ, and whether one of them may not. */
export interface Comparison {
  readonly a: ComparedSide
  readonly b: ComparedSide
  /** The broken rules, and the targets that break them. */
  readonly broken: readonly BrokenRule[]
  /** The gaps that the two fill differently. */
  readonly choices: readonly DifferingChoice[]
  /** Called with success on one side only: where nothing could be compared. */
  readonly uneven: readonly { readonly operation: string; readonly on: Side }[]
}

export interface ComparedSide {
  readonly target: string
  readonly profile: string
  readonly verdict: Report['verdict']
  readonly requests: number
}

export interface BrokenRule {
  readonly by: Side | 'both'
  readonly failure: ReportedFailure
}

export function compareReports(a: Report, b: Report): Comparison {
  return {
    a: sideOf(a),
    b: sideOf(b),
    broken: brokenIn(a.failures, b.failures),
    choices: differingChoices(a, b),
    uneven: [...onlyIn(a, b, 'A'), ...onlyIn(b, a, 'B')],
  }
}

const sideOf = ({ target, profile, verdict, requests }: Report): ComparedSide => ({
  target,
  profile,
  verdict,
  requests,
})

/** A failure of both is one entry, with the shorter sequence. */
function brokenIn(a: readonly ReportedFailure[], b: readonly ReportedFailure[]): BrokenRule[] {
  const twin = (failure: ReportedFailure, others: readonly ReportedFailure[]) =>
    others.find(({ key }) => key === failure.key)
  const ofA = a.map((failure): BrokenRule => {
    const other = twin(failure, b)
    if (!other) return { by: 'A', failure }
    return { by: 'both', failure: other.steps.length < failure.steps.length ? other : failure }
  })
  const ofB = b.filter((failure) => !twin(failure, a)).map((failure): BrokenRule => ({ by: 'B', failure }))
  return [...ofA, ...ofB]
}

function onlyIn(here: Report, there: Report, on: Side): Comparison['uneven'] {
  const done = ({ operations }: Report) =>
    operations.filter(({ statuses }) => Object.keys(statuses).some((status) => status.startsWith('2')))
  const others = new Set(done(there).map(({ id }) => id))
  return done(here).flatMap(({ id }) => (others.has(id) ? [] : [{ operation: id, on }]))
}
