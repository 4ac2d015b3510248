import type { Method } from '../../contract/openapi.ts'
import type { Operation } from '../../contract/operations.ts'
import type { Drawing } from '../kit/drawing.ts'
import type { Twist } from '../kit/twist.ts'
import type { Intent, RequestStep } from '../step/step.ts'
import type { Manner } from './manner.ts'

type Query = Readonly<Record<string, string>>

/** A call of an operation; unspecified values are drawn. */
export interface CallGoal {
  readonly kind: 'call'
  readonly operation: Operation
  readonly manner?: Manner
  readonly twist?: Twist
  readonly query?: Query | ((drawing: Drawing, drawn: RequestStep) => Query | undefined)
  /** Left out when there is nothing to ask for, or nothing to do it to. */
  readonly optional?: true
  /** A personal token to be shown instead of the actor's own credential. */
  readonly bearer?: (drawing: Drawing) => string | undefined
  readonly parameters?: (drawing: Drawing, drawn: RequestStep) => Readonly<Record<string, string>> | undefined
  readonly body?: (drawing: Drawing, plain: Readonly<Record<string, unknown>>) => unknown
  /** Text that is no JSON, in place of a body. */
  readonly raw?: string
  /** In place of the operation's own: the contract has no such operation. */
  readonly method?: Method
  readonly intent?: Intent | ((drawing: Drawing) => Intent)
  /** At once, though what it is about may not be ready for it. */
  readonly soon?: true
  /** So many milliseconds later: work of the target takes its time. */
  readonly after?: (drawing: Drawing) => number
  /** At the same time as the goal that follows. */
  readonly withNext?: true
  /** The same, but a little before it. */
  readonly justBefore?: true
  /** While half of the request of the goal that follows is on its way. */
  readonly duringNext?: true
  /** Called with the drawn request. */
  readonly drawn?: (step: RequestStep, drawing: Drawing) => void
}

/** One thing a walk is to reach; steps are drawn until it is reached or given up. */
export type Goal =
  | CallGoal
  /** The operation's prerequisites are there, but it is not called. */
  | { readonly kind: 'ready'; readonly operation: Operation }
  /** A thing of this entity, or this fixture, is there. */
  | { readonly kind: 'have'; readonly entity: string }
  | {
      readonly kind: 'event'
      readonly event: string
      readonly body: (drawing: Drawing) => unknown
      /** Where nobody can cause it, the target is given a moment instead: short work may be over then. */
      readonly orWait?: true
      /** Only asked to learn what comes of it: either answer will do. */
      readonly either?: true
    }

/** A planned sequence: goals that are reached one after the other. */
export type Walk = readonly Goal[]
