import type { Report, ReportedFailure } from '../report.ts'

/** The result of one operation, for test reports. */
export interface OperationResult {
  readonly id: string
  readonly area: string
  /** Those that are not known already. */
  readonly failures: readonly ReportedFailure[]
  /** Why it was not exercised; undefined when it was. */
  readonly why: string | undefined
}

/** A result for each operation of the run, and for each that failed outside of it: not called is not passed. */
export function operationResults({ operations, failures, notExercised }: Report): OperationResult[] {
  const areas = new Map([
    ...failures.map(({ operation, area }) => [operation, area] as const),
    ...operations.map(({ id, area }) => [id, area] as const),
  ])
  return [...areas].map(([id, area]) => ({
    id,
    area,
    failures: failures.filter(({ operation, known }) => operation === id && !known),
    why: notExercised.find((missed) => missed.kind === 'operation' && missed.id === id)?.why,
  }))
}
