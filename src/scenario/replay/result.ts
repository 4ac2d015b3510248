import type { Exchange } from '../../target/exchange.ts'
import type { ArazzoStep } from '../arazzo.ts'
import type { Unmet } from '../criteria/criterion.ts'
import type { Scenario } from '../scenario.ts'

/** The request that a step sent, or the event it had a driver cause, and the answer. */
export type Acted =
  | { readonly by: 'request'; readonly exchange: Exchange }
  | { readonly by: 'driver'; readonly event: string; readonly body: unknown; readonly answer: unknown }

export type StepResult =
  | { readonly kind: 'passed'; readonly step: ArazzoStep; readonly acted: Acted; readonly attempts: number }
  | {
      readonly kind: 'failed'
      readonly step: ArazzoStep
      readonly acted: Acted
      readonly attempts: number
      readonly unmet: readonly Unmet[]
      /** To paste into a shell; undefined for what a driver did. */
      readonly curl: string | undefined
    }
  | { readonly kind: 'not reached'; readonly step: ArazzoStep }

export type ScenarioResult = {
  readonly scenario: Scenario
  readonly steps: readonly StepResult[]
  readonly ms: number
} & (
  | { readonly outcome: 'passed' | 'failed' }
  /** It could not be completed here, which says nothing about the target. */
  | { readonly outcome: 'skipped'; readonly reason: string }
)
