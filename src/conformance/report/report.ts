import type { Json } from '../../contract/json.ts'
import type { Arazzo } from '../../scenario/arazzo.ts'
import type { ToldFinding } from '../finding/told.ts'
import type { Shrunk } from '../sequence/shrink.ts'
import type { UsedUp } from '../session/budget.ts'
import type { Phase } from './phases.ts'
import type { Shard, Stopped } from './run-event.ts'

/** Version of the JSON format; it is increased if a reader of an older one would be misled. */
export const REPORT_FORMAT = 1

/** The result of a run, or of several merged ones: plain data, from which every readable form is made. */
export interface Report {
  readonly format: typeof REPORT_FORMAT
  readonly understudy: string
  readonly target: string
  readonly profile: string
  readonly seed: number
  readonly shard: Shard | null
  readonly areas: readonly string[]
  readonly startedAt: string
  readonly seconds: number
  readonly requests: number
  readonly sequences: number
  readonly phases: readonly Phase[]
  readonly skippedPhases: readonly Phase[]
  readonly verdict: Verdict
  readonly stopped: Stopped | null
  readonly failures: readonly ReportedFailure[]
  readonly operations: readonly CoveredOperation[]
  readonly rules: readonly CoveredRule[]
  readonly machines: readonly CoveredMachine[]
  readonly observations: readonly ReportedObservation[]
  readonly inconclusive: readonly { readonly what: string; readonly times: number }[]
  readonly notExercised: readonly NotExercised[]
  /** Budgets that were used up before the run was through; absent if none was. */
  readonly usedUp?: readonly UsedUp[]
  readonly leftBehind: readonly string[]
}

export type Verdict = 'conforms' | 'does not conform' | 'unusable'

export interface ReportedFailure extends ToldFinding {
  /** Two failures with the same key have the same cause. */
  readonly key: string
  readonly area: string
  readonly how: Shrunk['how']
  readonly unreduced?: NonNullable<Shrunk['unreduced']>
  /** The result of its scenario on the target with a fresh world; absent where there could be none. */
  readonly replayed?: NonNullable<Shrunk['replayed']>
  readonly sentences: readonly Sentence[]
  readonly steps: readonly ReportedStep[]
  readonly scenario: Arazzo
  /** It was in the baseline already. */
  readonly known: boolean
}

/** A rule or checklist line in words. */
export interface Sentence {
  readonly id: string
  readonly says: string
  readonly where: string
}

export interface ReportedStep {
  readonly kind: 'request' | 'event'
  readonly name: string
  readonly actor: string
  readonly says: string
  readonly method: string | null
  readonly path: string | null
  readonly sent: string | null
  readonly status: number | null
  /** The beginning of the answer; for an outside event that of the driver, without the time and the entry. */
  readonly received: string | null
  readonly curl: string | null
  readonly withNext: boolean
}

export interface CoveredOperation {
  readonly id: string
  readonly area: string
  /** Statuses the description names for it, and those that came. */
  readonly described: readonly string[]
  readonly statuses: Readonly<Record<string, number>>
}

export interface CoveredRule extends Sentence {
  readonly kind: 'refusal' | 'statement'
  readonly provenance: 'stated' | 'implied' | 'assumed'
  readonly checklist: readonly string[]
  /** A refusal counts only when it alone applied. */
  readonly exercised: boolean
}

export interface CoveredMachine {
  readonly entity: string
  readonly states: readonly string[]
  readonly ways: readonly {
    readonly from: string
    readonly to: string
    readonly on: readonly string[]
    readonly times: number
  }[]
}

export interface ReportedObservation {
  readonly gap: string
  readonly about: string
  readonly where: string
  readonly pinned: boolean
  /** The choice is one of several ways, or a status, not a value that may differ from thing to thing. */
  readonly chosenOnce: boolean
  /** No single choice explains what the target did in the same place. */
  readonly contradicted: boolean
  readonly values: readonly { readonly value: Json; readonly times: number }[]
}

export interface NotExercised {
  readonly kind: 'operation' | 'rule'
  readonly id: string
  readonly reason: 'left-out' | 'budget' | 'not-reached' | 'never-accepted'
  /** The reason in words. */
  readonly why: string
}

/** True if it passes only because its failures are known: that is not conforming. */
export const onlyKnown = ({ verdict, failures }: Pick<Report, 'verdict' | 'failures'>): boolean =>
  verdict === 'conforms' && failures.some(({ severity, known }) => known && severity === 'failure')

/** The gaps where a target contradicted itself. */
export const contradictions = ({ observations }: Pick<Report, 'observations'>): ReportedObservation[] =>
  observations.filter(({ chosenOnce, contradicted }) => chosenOnce && contradicted)

export const ONLY_KNOWN = 'does not conform, as is known; nothing new'

/** True if a failure counts against the target: it is not known already, and is no warning unless under `strict`. */
export const fails = ({ severity, known }: Pick<ReportedFailure, 'severity' | 'known'>, strict: boolean): boolean =>
  !known && (strict || severity === 'failure')
