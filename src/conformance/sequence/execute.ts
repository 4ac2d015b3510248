import { advance } from '../../model/advance.ts'
import type { ModelRequest } from '../../model/decide.ts'
import type { EventName } from '../../model/request/operation-types.ts'
import type { Exchange, Received } from '../../target/exchange.ts'
import { confirmed } from '../explain/explain.ts'
import type { Finding, Observation } from '../finding/finding.ts'
import type { Caused } from '../judge/caused.ts'
import { type Judged, judgeAnswer } from '../judge/judge-answer.ts'
import { aheadBy, judgeEvent } from '../judge/judge-event.ts'
import { isImpossible, judgeRefusal, judgeReport } from '../judge/judge-report.ts'
import { count, countIn, noteTransitions } from '../session/coverage.ts'
import type { Session } from '../session/session.ts'
import { isEmpty, sendAside } from '../session/to-send.ts'
import { type Answered, answeredWith } from '../shadow/answered.ts'
import { choicesFor } from '../shadow/choices.ts'
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
  const settled = await settle(session, step, exchange, (received) => judgeStep(session, timely, step, received))
  note(session, settled.judged)
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

/** What the judge says of the answer to a step. */
export interface JudgedStep extends Judged {
  readonly answered: Answered
}

/** What the judge says of an answer; nothing is counted. */
export function judgeStep(session: Session, shadow: Shadow, step: RequestStep, received: Received): JudgedStep {
  const { contract } = session
  const answered = answeredWith({
    contract,
    shadow,
    request: modelRequest(session, step),
    received,
    intent: step.intent,
    org: organizationOf(session, step),
  })
  return { ...judgeAnswer(answered), answered }
}

const organizationOf = ({ contract }: Session, { actor }: Step): string =>
  contract.profile.actors[actor]?.organization ?? ''

function modelRequest(
  { contract }: Session,
  { operation, actor, bearer, parameters, query, body }: RequestStep,
): ModelRequest {
  const known = !isEmpty(contract.profile.actors[actor]?.headers ?? {})
  const credential = bearer ?? (known ? `actor:${actor}` : undefined)
  return { operation: contract.operation(operation), credential, parameters, query, body }
}

/** Counts what an answer has shown. */
export function note({ contract, coverage, learning }: Session, { answered, ...judged }: JudgedStep): void {
  countIn(coverage.statuses, answered.operation.id, answered.received.status)
  if (judged.sole) coverage.refusals.add(judged.sole.rule.id)
  for (const rule of judged.explained?.outcome.rules ?? []) coverage.rules.add(rule)
  noteTransitions(contract, coverage, answered.shadow, judged.shadow)
  if (judged.inconclusive) count(coverage.inconclusive, judged.inconclusive)
  const agreeing = learning && judged.explained ? confirmed(answered, judged.explained) : []
  for (const { gap, value } of [...judged.observations, ...agreeing])
    countIn(coverage.observations, gap, JSON.stringify(value))
}

/** What came of an outside event. */
const caused = (shadow: Shadow, more: Partial<Executed> = {}): Executed => ({
  shadow,
  exchange: undefined,
  answer: undefined,
  findings: [],
  observations: [],
  lost: undefined,
  ...more,
})

async function executeEvent(session: Session, shadow: Shadow, step: EventStep): Promise<Executed> {
  if (step.event === WEBHOOK_RECEIVED) {
    const looked = await lookAtReceiver(session, shadow, step, (request) => sendAside(session, request))
    return caused(looked.shadow, looked)
  }
  const { contract } = session
  const event: Caused = {
    contract,
    shadow,
    event: step.event as EventName,
    org: organizationOf(session, step),
    body: step.body,
    answer: undefined,
  }
  try {
    const answer = await session.driver.cause(step.event, step.body)
    session.caused.add(step.event)
    if (step.event === 'advanceClock') session.aheadMs += aheadBy(step.body)
    const findings = judgeReport({ ...event, answer })
    return caused(findings.length > 0 ? shadow : judgeEvent({ ...event, answer }), { answer, findings })
  } catch (error) {
    if (process.env.UNDERSTUDY_DEBUG) console.error(error)
    // What cannot happen did not happen: nothing is lost by that.
    if (isImpossible(event)) return caused(shadow)
    const findings = judgeRefusal(event, error)
    if (findings.length > 0) return caused(shadow, { findings })
    const lost = `${step.event}: ${(error as Error).message}`
    count(session.coverage.inconclusive, lost)
    return caused(shadow, { lost })
  }
}

/** The shadow's clock follows the target's, which may have been moved; what falls due on the way happens. */
export function atTime(session: Session, shadow: Shadow, dateMs: number | undefined): Shadow {
  const nowMs = Math.max(dateMs ?? 0, Date.now() + session.aheadMs)
  if (nowMs <= shadow.world.nowMs) return shadow
  const { changes } = advance(shadow.world, nowMs, choicesFor(session.contract, shadow))
  return passed(shadow, changes)
}
