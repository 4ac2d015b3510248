import type { Exchange } from '../../target/exchange.ts'
import type { Step } from '../step/step.ts'

/** Something a target did that the contract excludes. */
export interface Finding {
  /** failure: a stated rule is broken. warning: an implied one. */
  readonly severity: 'failure' | 'warning'
  /** The check that found it: schema, status, refusal, body, list, secret, machine, server-error, ... */
  readonly check: string
  readonly operation: string
  /** Rule ids or checklist lines it is held against. */
  readonly rules: readonly string[]
  /** Which part of the answer: a field path, a status. Together with the check it says when two are the same. */
  readonly subject: string
  readonly message: string
  readonly expected: string
  readonly actual: string
}

/** Two findings with the same key have the same cause. */
export const keyOf = ({ check, operation, subject }: Finding): string => `${check} ${operation} ${subject}`

/** The same kind of thing in the same place, though perhaps another field shows it first. */
export const alike = (a: Finding, b: Finding): boolean => a.check === b.check && a.operation === b.operation

/** What a target did at an open point. */
export interface Observation {
  readonly gap: string
  readonly value: unknown
}

/** One executed step with what was found in its answer. */
export interface TraceEntry {
  readonly step: Step
  readonly exchange: Exchange | undefined
  readonly findings: readonly Finding[]
}
