import type { Json } from '../../contract/json.ts'
import type { Exchange } from '../../target/exchange.ts'
import type { Step } from '../step/step.ts'
import type { Code, Fact } from './facts.ts'

/** Something a target did that the contract excludes: a fact, and whom it is held against. words.ts puts it into words. */
export type Finding<C extends Code = Code> = Fact<C> & Held

interface Held {
  /** failure: a stated rule is broken. warning: an implied one. */
  readonly severity: 'failure' | 'warning'
  /** The check that found it: schema, status, refusal, body, secret, machine, server-error, ... */
  readonly check: string
  readonly operation: string
  /** Rule ids or checklist lines it is held against. */
  readonly rules: readonly string[]
  readonly circumstance?: Circumstance
}

/** The circumstances before the answer, where they say more than the answer alone. */
export type Circumstance =
  /** The answers of requests that were sent together fit no order of them; `check` is the one that objects. */
  | { readonly kind: 'together'; readonly check: string }
  /** The last thing that was done was refused, so it cannot have had an effect. */
  | { readonly kind: 'after-refusal'; readonly operation: string }
  /** Nothing but reads came since it was as it should be. */
  | { readonly kind: 'after-reads' }

/** The same kind of thing in the same place and just as certain, though perhaps another field shows it first. */
export const alike = (a: Finding, b: Finding): boolean =>
  a.check === b.check && a.operation === b.operation && a.severity === b.severity

/** A target's choice at a gap. */
export interface Observation {
  readonly gap: string
  readonly value: unknown
}

/** An executed step with the findings in its response. */
export interface TraceEntry {
  readonly step: Step
  readonly exchange: Exchange | undefined
  /** The driver's report of an outside event. */
  readonly report?: unknown
  readonly findings: readonly Finding[]
}

/** An answer that only some values of one gap explain. */
export interface ChoiceEvidence {
  readonly gap: string
  /** The operation and the caller: for others the target may choose otherwise. */
  readonly at: string
  /** The values that explain the answer. */
  readonly values: readonly Json[]
}
