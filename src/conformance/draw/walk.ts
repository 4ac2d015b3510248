import { isObject } from '../../contract/json.ts'
import type { Cast } from '../kit/cast.ts'
import type { Drawer } from '../kit/drawer.ts'
import type { Drawing } from '../kit/drawing.ts'
import { makeSampler } from '../kit/sampler.ts'
import type { CallGoal, Goal, Walk } from '../script/goal.ts'
import { isNeighbour, type Manner } from '../script/manner.ts'
import type { Session } from '../session/session.ts'
import type { RequestStep, Step } from '../step/step.ts'
import { makeAttempts } from './attempts.ts'
import { isBoundElsewhere } from './bound-elsewhere.ts'
import { drawRequest } from './draw-request.ts'
import { drawingsFor } from './drawings.ts'
import { eventStep } from './event-step.ts'
import { isThere, prepare } from './prepare.ts'

const MOST_STEPS = 240
/** After so many goals in a row that were given up, so is the walk: what they lack is not to be had now. */
const MOST_GIVEN_UP = 2

/** Pursues the goals of a walk in order; prerequisites are created first, impossible goals are skipped. */
export function drawWalk(session: Session, walk: Walk, seed: number, cast: Cast): Drawer {
  const drawingFrom = drawingsFor(session, cast, makeSampler(seed))
  const left = [...walk]
  const attempts = makeAttempts()
  let givenUp = 0
  return (shadow, index, salt): Step | undefined => {
    if (index > MOST_STEPS) return undefined
    const drawing = drawingFrom(shadow, salt)
    for (let goal = left[0]; goal; goal = left[0]) {
      const next = towards(drawing, goal)
      if (next === 'done' || next === undefined || (!next.last && attempts.areInVain)) {
        givenUp += attempts.areInVain ? 1 : 0
        if (givenUp >= MOST_GIVEN_UP) return undefined
        left.shift()
        attempts.begin()
        continue
      }
      if (next.last) {
        givenUp = 0
        left.shift()
        attempts.begin()
      } else attempts.add(next.step)
      return next.last && isToWait(drawing, left[0]) ? waiting(next.step) : next.step
    }
    return undefined
  }
}

/** True if time is to pass that nobody can let pass. */
const isToWait = ({ canCause }: Drawing, goal: Goal | undefined): boolean =>
  goal?.kind === 'event' && goal.orWait === true && !canCause(goal.event)

const waiting = (step: Step): Step => (step.kind === 'request' ? { ...step, thenWait: true } : step)

/** A step that reaches a goal (`last`) or brings it nearer. */
interface Next {
  readonly step: Step
  readonly last: boolean
}

const nearer = (step: Step | undefined): Next | undefined => step && { step, last: false }

/** `done` when nothing is left to do for a goal, undefined when nothing can be. */
function towards(drawing: Drawing, goal: Goal): Next | 'done' | undefined {
  if (goal.kind === 'event') {
    const { event } = goal
    const body = drawing.canCause(event) ? goal.body(drawing) : undefined
    return body === undefined
      ? undefined
      : {
          step: { ...eventStep(drawing, event, body), ...(goal.either && { either: true }) },
          last: true,
        }
  }
  if (goal.kind === 'have') return isThere(drawing, goal.entity) ? 'done' : nearer(prepare(drawing, goal.entity))
  const {
    manner = 'plain',
    twist,
    soon,
  }: Pick<CallGoal, 'manner' | 'twist' | 'soon'> = goal.kind === 'call' ? goal : {}
  if (twist?.needs && !isThere(drawing, twist.needs)) return nearer(prepare(drawing, twist.needs))
  const drawn = drawRequest(drawing, goal.operation, { manner, twist, soon })
  if (!drawn) return undefined
  const isMissing = 'missing' in drawn
  if (isMissing && goal.kind === 'call' && goal.optional && !goal.query) return undefined
  const owner = isNeighbour(manner) ? 'neighbour' : 'plain'
  const prepared = isMissing ? prepare(drawing, drawn.missing, owner) : undefined
  if (prepared) return nearer(prepared)
  if (goal.kind === 'ready') return isMissing ? undefined : 'done'
  const request = isMissing ? inVain(drawing, goal) : drawn
  const step = request && asAsked(drawing, goal, request)
  if (step) goal.drawn?.(step, drawing)
  return step && { step, last: true }
}

/** A request that is refused whatever it names; for where that cannot be had, because it takes an outside event. */
function inVain(drawing: Drawing, { operation, manner = 'plain' }: CallGoal): RequestStep | undefined {
  if (!REFUSED_ANYWAY.has(manner)) return undefined
  const drawn = drawRequest(drawing, operation, { manner, madeUp: true })
  return drawn && !('missing' in drawn) ? drawn : undefined
}
const REFUSED_ANYWAY: ReadonlySet<Manner> = new Set([
  ...(['nobody', 'nobody-of-ours', 'unknown-id', 'gone-id'] as const),
  ...(['elsewhere', 'dual-elsewhere', 'other-half'] as const),
])

const afterAWhile = (afterMs: number): Pick<RequestStep, 'afterMs'> => (afterMs > 0 ? { afterMs } : {})

/** A drawn request with the values of its goal; undefined if that is not possible now. */
function asAsked(drawing: Drawing, goal: CallGoal, drawn: RequestStep): RequestStep | undefined {
  const body = goal.body ? goal.body(drawing, isObject(drawn.body) ? drawn.body : {}) : drawn.body
  const bearer = goal.bearer?.(drawing)
  const query = typeof goal.query === 'function' ? goal.query(drawing, drawn) : goal.query
  if ((goal.body && body === undefined) || (goal.bearer && bearer === undefined)) return undefined
  if (bearer !== undefined && isBoundElsewhere(drawing, drawn.actor, bearer)) return undefined
  if (goal.optional && goal.query && query === undefined) return undefined
  return {
    ...drawn,
    parameters: goal.parameters?.(drawing, drawn) ?? drawn.parameters,
    body: goal.raw === undefined ? body : undefined,
    ...(goal.raw !== undefined && { raw: goal.raw, intent: 'broken' }),
    ...(goal.method && { method: goal.method, intent: 'exotic' }),
    query: query ?? drawn.query,
    ...(bearer !== undefined && { bearer }),
    ...(goal.intent && { intent: typeof goal.intent === 'function' ? goal.intent(drawing) : goal.intent }),
    ...(goal.withNext && { withNext: true }),
    ...afterAWhile(goal.after?.(drawing) ?? 0),
    ...(goal.justBefore && { justBefore: true }),
    ...(goal.duringNext && { duringNext: true }),
  }
}
