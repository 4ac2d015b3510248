import type { Reader } from '../../../../world/reader.ts'
import type { Transaction } from '../../../../world/transaction.ts'
import { onCallAt } from '../../queries/schedules/on-call.ts'
import { stillWalks } from '../../queries/still-walks.ts'
import type { IncidentRow, Step } from '../../state/index.ts'
import {
  detachedPagesNobody,
  overridesBeforeTargets,
  roundsRepeat,
  waitBetweenSteps,
  walkInOrder,
} from '../../statements/walk.ts'
import { notify } from './pages.ts'
import { stepWaits } from './waiting.ts'

export const ESCALATION_STEP = 'oncall.escalation-step'

interface Route {
  readonly repeat: number
  readonly steps: readonly Step[]
}

/** Sends a new incident through the steps of its service's policy. */
export function startWalk(context: Transaction, incident: IncidentRow): void {
  const { org, id, serviceId } = incident
  const service = context.get('OncallService', org, serviceId)
  if (service) context.cite(detachedPagesNobody)
  const policyId = service?.escalationPolicyId
  const policy = policyId === undefined ? undefined : context.get('OncallEscalationPolicy', org, policyId)
  if (!policy) return
  const { repeat, steps } = policy
  context.put('OncallWalk', { id, org, seq: context.serial(), policyId: policy.id, repeat, steps })
  walkFrom(context, incident, 0, false)
}

/**
 * Goes on from a position, which counts over all rounds, until there is a wait or the walk ends.
 * waited: the time before that position has passed.
 */
export function walkFrom(context: Transaction, incident: IncidentRow, start: number, waited: boolean): void {
  const route = routeOf(context, incident)
  const end = length(context, route)
  let atOnce = waited
  for (let position = start; position < end && stillWalks(context, incident); position++) {
    const seconds = atOnce ? 0 : waitBefore(context, route, position)
    if (seconds > 0) {
      walkLater(context, incident, position, seconds)
      return
    }
    const reached = takeStep(context, incident, route, position)
    atOnce = !reached && context.gap('oncall.nobody-on-call') === 'skip'
  }
}

function walkLater(context: Transaction, incident: IncidentRow, position: number, seconds: number): void {
  const about = { org: incident.org, incident: incident.id, position }
  stepWaits(context, incident, context.schedule(ESCALATION_STEP, context.nowMs + seconds * 1000, about))
}

function takeStep(context: Transaction, incident: IncidentRow, route: Route, position: number): boolean {
  const step = position % route.steps.length
  const target = stepAt(context, route, position)?.target
  const userId = target && responder(context, incident.org, target)
  if (userId === undefined) return false
  notify(context, incident, { userId, step, round: Math.floor(position / route.steps.length) })
  return true
}

/** The steps as they were when the incident opened, or as they are now. */
function routeOf(context: Reader, { org, id }: IncidentRow): Route {
  const walk = context.get('OncallWalk', org, id)
  if (!walk) return { repeat: 0, steps: [] }
  const policy = context.get('OncallEscalationPolicy', org, walk.policyId)
  if (policy?.steps === walk.steps && policy.repeat === walk.repeat) return walk
  if (context.gap('oncall.policy-change-during-walk') === 'at-opening') return walk
  return policy ?? { repeat: 0, steps: [] }
}

function stepAt(context: Reader, { steps }: Route, position: number): Step | undefined {
  context.cite(walkInOrder)
  return steps[position % steps.length]
}

/** The number of escalation steps over all rounds. */
function length(context: Reader, { steps, repeat }: Route): number {
  const times = Math.max(0, repeat)
  const rounds = context.gap('oncall.repeat-meaning') === 'further-rounds' ? times + 1 : Math.max(1, times)
  context.cite(roundsRepeat)
  return Math.min(steps.length * rounds, context.gap('oncall.walk-limit'))
}

function waitBefore(context: Reader, route: Route, position: number): number {
  context.cite(waitBetweenSteps)
  const own = context.gap('oncall.wait-meaning') === 'before-step'
  if (!own && position === 0) return 0
  return stepAt(context, route, own ? position : position - 1)?.waitSeconds ?? 0
}

/** The person whom a step reaches; nobody if they have left the organization. */
function responder(context: Reader, org: string, target: Step['target']): string | undefined {
  const userId = personBehind(context, org, target)
  if (userId === undefined || context.get('Membership', org, userId)) return userId
  return context.gap('oncall.departed-responders') === 'notify' ? userId : undefined
}

/** The person behind a target; overrides count first (Endpoints, On-call, operation 22). */
function personBehind(context: Reader, org: string, { kind, id }: Step['target']): string | undefined {
  if (kind === 'user') return id
  const schedule = context.get('OncallSchedule', org, id)
  context.cite(overridesBeforeTargets)
  return schedule && onCallAt(context, schedule, context.nowMs)?.userId
}
