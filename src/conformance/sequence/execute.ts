import { advance } from '../../model/advance.ts'
import type { ModelRequest } from '../../model/decide.ts'
import type { EventName } from '../../model/request/operation-types.ts'
import type { Exchange, Received } from '../../target/exchange.ts'
import { choicesFor, confirmed } from '../explain/explain.ts'
import type { Finding, Observation } from '../finding/finding.ts'
import { type Judged, judgeAnswer } from '../judge/judge-answer.ts'
import { aheadBy, judgeEvent } from '../judge/judge-event.ts'
import { isImpossible, judgeRefusal, judgeReport } from '../judge/judge-report.ts'
import { count, countIn, noteTransitions } from '../session/coverage.ts'
import type { Session } from '../session/session.ts'
import { isEmpty, sendAside } from '../session/to-send.ts'
import { passed, type Shadow } from '../shadow/shadow.ts'
import { WEBHOOK_RECEIVED } from '../step/receiver-look.ts'
import type { EventStep, RequestStep, Step } from '../step/step.ts'
import { lookAtReceiver } from '../webhooks/look-at-receiver.ts'
import { settle } from './settle.ts'

export interface Executed {
  readonly shadow: Shadow
  readonly exchange: Exchange | undefined
  /** The body of the answer, for later steps to refer to. */
  readonly answer: unknown
  readonly findings: readonly Finding[]
  readonly observations: readonly Observation[]
  /** The sequence cannot go on: nobody knows what happened. */
  readonly lost: string | undefined
}

/** Sends one concrete step, judges what came back and moves the shadow along. */
export async function execute(session: Session, shadow: Shadow, step: Step): Promise<Executed> {
  return step.kind === 'request' ? executeRequest(session, shadow, step) : executeEvent(session, shadow, step)
}

async function executeRequest(session: Session, shadow: Shadow, step: RequestStep): Promise<Executed> {
  const exchange = await send(session, step)
  if (!exchange.answered) return unanswered(session, shadow, step, exchange)
  const timely = atTime(session, shadow, exchange.received.dateMs)
  const judged = judgeStep(session, timely, step, exchange.received)
  const settled = await settle(session, step, exchange, judged, (received) =>
    judgeStep(session, timely, step, received),
  )
  note(session, timely, step, settled.exchange.received, settled.judged)
  return { ...settled.judged, exchange: settled.exchange, answer: settled.exchange.received.json, lost: undefined }
}

/** Sends a concrete request, and counts it. */
export async function send(session: Session, step: RequestStep): Promise<Exchange> {
  session.requests++
  session.budget.spend(session.contract.operation(step.operation))
  return sendAside(session, step)
}

/** Nobody knows whether it took effect: the sequence ends here, and a write is never sent again. */
export function unanswered(
  session: Session,
  shadow: Shadow,
  { operation }: RequestStep,
  exchange: Exchange & { readonly answered: false },
): Executed {
  count(session.coverage.inconclusive, `${operation}: ${exchange.problem}`)
  return { shadow, exchange, answer: undefined, findings: [], observations: [], lost: exchange.problem }
}

/** What the judge says of an answer; nothing is counted. */
export function judgeStep(session: Session, shadow: Shadow, step: RequestStep, received: Received): Judged {
  const org = session.contract.profile.actors[step.actor]?.organization ?? ''
  return judgeAnswer(session.contract, shadow, modelRequest(session, step), received, step.intent, org)
}

function modelRequest(
  { contract }: Session,
  { operation, actor, bearer, parameters, query, body }: RequestStep,
): ModelRequest {
  const known = !isEmpty(contract.profile.actors[actor]?.headers ?? {})
  const credential = bearer ?? (known ? `actor:${actor}` : undefined)
  return { operation: contract.operation(operation), credential, parameters, query, body }
}

/** Counts what an answer has shown. `before` is what was believed when it came. */
export function note(session: Session, before: Shadow, step: RequestStep, received: Received, judged: Judged): void {
  const { contract, coverage } = session
  countIn(coverage.statuses, step.operation, received.status)
  if (judged.sole) coverage.refusals.add(judged.sole.rule.id)
  for (const rule of judged.explained?.outcome.rules ?? []) coverage.rules.add(rule)
  noteTransitions(contract, coverage, before, judged.shadow)
  if (judged.inconclusive) count(coverage.inconclusive, judged.inconclusive)
  const agreeing =
    session.learning && judged.explained
      ? confirmed(contract, before, modelRequest(session, step), received, judged.explained, before.salt)
      : []
  for (const { gap, value } of [...judged.observations, ...agreeing])
    countIn(coverage.observations, gap, JSON.stringify(value))
}

async function executeEvent(session: Session, shadow: Shadow, step: EventStep): Promise<Executed> {
  if (step.event === WEBHOOK_RECEIVED)
    return {
      ...(await lookAtReceiver(session, shadow, step, (request) => sendAside(session, request))),
      exchange: undefined,
      observations: [],
      lost: undefined,
    }
  const org = session.contract.profile.actors[step.actor]?.organization ?? ''
  try {
    const answer = await session.driver.cause(step.event, step.body)
    session.caused.add(step.event)
    if (step.event === 'advanceClock') session.aheadMs += aheadBy(step.body)
    const findings = judgeReport(session.contract, shadow, step.event as EventName, org, step.body, answer)
    if (findings.length > 0) return { shadow, exchange: undefined, answer, findings, observations: [], lost: undefined }
    const after = judgeEvent(session.contract, shadow, step.event as EventName, org, step.body, answer)
    return { shadow: after, exchange: undefined, answer, findings, observations: [], lost: undefined }
  } catch (error) {
    if (process.env.UNDERSTUDY_DEBUG) console.error(error)
    // What cannot happen did not happen: nothing is lost by that.
    if (isImpossible(session.contract, shadow, step.event as EventName, org, step.body))
      return { shadow, exchange: undefined, answer: undefined, findings: [], observations: [], lost: undefined }
    const findings = judgeRefusal(session.contract, shadow, step.event as EventName, org, step.body, error)
    if (findings.length > 0)
      return { shadow, exchange: undefined, answer: undefined, findings, observations: [], lost: undefined }
    const problem = `${step.event}: ${(error as Error).message}`
    count(session.coverage.inconclusive, problem)
    return { shadow, exchange: undefined, answer: undefined, findings: [], observations: [], lost: problem }
  }
}

/** The shadow's clock follows the target's, which may have been moved; what falls due on the way happens. */
export function atTime(session: Session, shadow: Shadow, dateMs: number | undefined): Shadow {
  const nowMs = Math.max(dateMs ?? 0, Date.now() + session.aheadMs)
  if (nowMs <= shadow.world.nowMs) return shadow
  const { changes } = advance(shadow.world, nowMs, choicesFor(session.contract, shadow))
  return passed(shadow, changes)
}
