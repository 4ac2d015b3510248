import type { Finding } from '../finding/finding.ts'
import type { Shrunk } from '../sequence/shrink.ts'
import type { UsedUp } from '../session/budget.ts'
import type { Coverage } from '../session/coverage.ts'
import type { Phase } from './phases.ts'

/** An event of a run. Terminal progress and all reports are made from these alone. */
export type RunEvent =
  | RunStarted
  | { readonly kind: 'phase'; readonly phase: Phase }
  | {
      readonly kind: 'sequence'
      readonly phase: Phase
      /** Of the run so far. */
      readonly requests: number
      readonly failures: number
      readonly warnings: number
      /** Operations called so far, of those to be judged. */
      readonly operations: number
    }
  /** A new failure, after this many requests; its reduction follows. */
  | { readonly kind: 'found'; readonly finding: Finding; readonly requests: number }
  | { readonly kind: 'failure'; readonly shrunk: Shrunk }
  | RunFinished

export interface RunStarted {
  readonly kind: 'started'
  readonly url: string
  readonly seed: number
  readonly areas: readonly string[]
  /** Ids of the operations to be judged. */
  readonly operations: readonly string[]
  readonly shard: Shard | undefined
  readonly skipped: readonly Phase[]
  readonly atMs: number
}

export interface RunFinished {
  readonly kind: 'finished'
  readonly atMs: number
  readonly requests: number
  readonly sequences: number
  readonly coverage: Coverage
  /** Operations left out for want of a budget. */
  readonly unaffordable: readonly string[]
  readonly usedUp: readonly UsedUp[]
  /** Outside events that could not be triggered. */
  readonly uncaused: readonly string[]
  /** The things that could not be cleaned up, each with the reason. */
  readonly leftBehind: readonly string[]
  readonly stopped: Stopped | undefined
}

/** Why a run ended before it was through. */
export interface Stopped {
  readonly because: 'unreachable' | 'interrupted' | 'time' | 'requests' | 'bail'
  readonly detail: string
}

/** One of several machines that share a run: 1 of 4. */
export interface Shard {
  readonly index: number
  readonly of: number
}
