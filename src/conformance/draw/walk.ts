import type { Operation } from '../../contract/operations.ts'
import type { Drawer } from '../sequence/sequence.ts'
import type { Session } from '../session/session.ts'
import type { Intent, RequestStep, Step } from '../step/step.ts'
import type { Drawing } from './drawing.ts'
import { drawingFor, make } from './make.ts'
import { type Cast, drawRequest, type Manner } from './next-step.ts'
import { makeSampler } from './sampler.ts'
import type { Twist } from './twists.ts'
import { isThere } from './ways.ts'

type Query = Readonly<Record<string, string>>

/** One thing a walk wants to happen. */
export type Wish =
  | {
      readonly kind: 'call'
      readonly operation: Operation
      readonly manner?: Manner
      readonly twist?: Twist
      readonly query?: Query | ((drawing: Drawing) => Query | undefined)
      /** Left out when there is nothing to ask for. */
      readonly optional?: true
      /** A personal token to be shown instead of the actor's own credential. */
      readonly bearer?: (drawing: Drawing) => string | undefined
      readonly parameters?: (drawing: Drawing) => Readonly<Record<string, string>> | undefined
      readonly body?: (drawing: Drawing, plain: Readonly<Record<string, unknown>>) => unknown
      readonly intent?: Intent
      /** At the same time as the wish that follows. */
      readonly withNext?: true
      /** Told what was drawn. */
      readonly drawn?: (step: RequestStep) => void
    }
  /** What the operation needs is there, but it is not called. */
  | { readonly kind: 'ready'; readonly operation: Operation }
  /** A thing of this entity is there. */
  | { readonly kind: 'have'; readonly entity: string }
  | { readonly kind: 'event'; readonly event: string; readonly body: (drawing: Drawing) => unknown }

const MOST_STEPS = 160
/** A wish that this many requests have not brought nearer is given up (a quota, say). */
const MOST_NEARER = 8

/** Walks through wishes one after the other; what one needs is made first, what is not possible is left out. */
export function drawWalk(session: Session, wishes: readonly Wish[], seed: number, cast: Cast): Drawer {
  const sampler = makeSampler(seed)
  const left = [...wishes]
  let counter = 0
  let tried = 0
  return (shadow, index, salt): Step | undefined => {
    if (index > MOST_STEPS) return undefined
    const drawing = drawingFor(session, shadow, sampler, cast, salt, () => counter++)
    for (let wish = left[0]; wish; wish = left[0]) {
      const step = grant(session, drawing, wish, cast)
      if (step === 'done' || step === undefined || (!step.last && tried >= MOST_NEARER)) {
        left.shift()
        tried = 0
        continue
      }
      tried = step.last ? 0 : tried + 1
      if (step.last) left.shift()
      return step.step
    }
    return undefined
  }
}

/** The step that brings a wish about or nearer; `done` when nothing is left to do for it, undefined when nothing can be. */
function grant(
  session: Session,
  drawing: Drawing,
  wish: Wish,
  cast: Cast,
): { readonly step: Step; readonly last: boolean } | 'done' | undefined {
  if (wish.kind === 'event') {
    const body = session.driver.can(wish.event) ? wish.body(drawing) : undefined
    return body === undefined
      ? undefined
      : { step: { kind: 'event', event: wish.event, actor: cast.main, body }, last: true }
  }
  if (wish.kind === 'have')
    return isThere(drawing, wish.entity) ? 'done' : nearer(make(drawing, session, wish.entity, cast))
  if (wish.kind === 'call' && wish.twist?.needs && !isThere(drawing, wish.twist.needs))
    return nearer(make(drawing, session, wish.twist.needs, cast))
  const manner = wish.kind === 'call' ? (wish.manner ?? 'plain') : 'plain'
  const drawn = drawRequest(drawing, wish.operation, manner, cast, wish.kind === 'call' ? wish.twist : undefined)
  if (!drawn) return undefined
  if ('missing' in drawn) return nearer(make(drawing, session, drawn.missing, cast))
  if (wish.kind === 'ready') return 'done'
  const body = wish.body ? wish.body(drawing, (drawn.body ?? {}) as Readonly<Record<string, unknown>>) : drawn.body
  if (wish.body && body === undefined) return undefined
  const parameters = wish.parameters?.(drawing) ?? drawn.parameters
  const bearer = wish.bearer?.(drawing)
  if (wish.bearer && bearer === undefined) return undefined
  const query = typeof wish.query === 'function' ? wish.query(drawing) : wish.query
  if (wish.optional && query === undefined) return undefined
  const step: RequestStep = {
    ...drawn,
    parameters,
    body,
    query: query ?? drawn.query,
    ...(bearer !== undefined && { bearer }),
    ...(wish.intent && { intent: wish.intent }),
    ...(wish.withNext && { withNext: true }),
  }
  wish.drawn?.(step)
  return { step, last: true }
}

const nearer = (step: Step | undefined) => step && { step, last: false }
