import type { Operation } from '../contract/operations.ts'
import { buildPath } from '../contract/routes.ts'
import { advance } from '../model/advance.ts'
import type { EventName } from '../model/operation-types.ts'
import { apply } from '../model/world.ts'
import type { Exchange, Sent } from '../target/exchange.ts'
import { count, countIn } from './coverage.ts'
import { SWITCHES } from './draw/switches.ts'
import { choicesFor, confirmed } from './explain.ts'
import type { Finding, Observation } from './finding.ts'
import { judgeAnswer } from './judge-answer.ts'
import { aheadBy, judgeEvent } from './judge-event.ts'
import { judgeReport } from './judge-report.ts'
import type { Session } from './session.ts'
import type { Shadow } from './shadow.ts'
import type { EventStep, RequestStep, Step } from './step.ts'

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
  const { contract, client, coverage } = session
  const operation = contract.operation(step.operation)
  const actor = contract.profile.actors[step.actor]
  const sent = toSend(operation, step, actor?.headers ?? {})
  session.requests++
  session.budget.spend(operation)
  const exchange = await client.send(sent)
  if (!exchange.answered) {
    count(coverage.inconclusive, `${operation.id}: ${exchange.problem}`)
    return { shadow, exchange, answer: undefined, findings: [], observations: [], lost: exchange.problem }
  }
  const { received } = exchange
  countIn(coverage.statuses, operation.id, received.status)
  const timely = atTime(session, shadow, received.dateMs)
  const credential = actor && Object.keys(actor.headers).length > 0 ? `actor:${step.actor}` : undefined
  const { parameters, query, body } = step
  const judged = judgeAnswer(
    contract,
    timely,
    { operation, credential, parameters, query, body },
    received,
    step.intent,
    actor?.organization ?? '',
  )
  if (judged.sole) coverage.refusals.add(judged.sole.rule.id)
  if (judged.inconclusive) count(coverage.inconclusive, judged.inconclusive)
  const agreeing =
    session.learning && judged.explained
      ? confirmed(
          contract,
          timely,
          { operation, credential, parameters, query, body },
          received,
          judged.explained,
          shadow.salt,
        )
      : []
  for (const { gap, value } of [...judged.observations, ...agreeing])
    countIn(coverage.observations, gap, JSON.stringify(value))
  session.learned = new Map([...session.learned, ...judged.shadow.learned])
  return { ...judged, exchange, answer: received.json, lost: undefined }
}

async function executeEvent(session: Session, shadow: Shadow, step: EventStep): Promise<Executed> {
  const org = session.contract.profile.actors[step.actor]?.organization ?? ''
  try {
    const answer = await session.driver.cause(step.event, step.body)
    if (SWITCHES.some(({ event }) => event === step.event)) session.switched.add(step.event)
    if (step.event === 'advanceClock') session.aheadMs += aheadBy(step.body)
    const findings = judgeReport(session.contract, shadow, step.event as EventName, org, step.body, answer)
    const after = judgeEvent(session.contract, shadow, step.event as EventName, org, step.body, answer)
    return { shadow: after, exchange: undefined, answer, findings, observations: [], lost: undefined }
  } catch (error) {
    if (process.env.UNDERSTUDY_DEBUG) console.error(error)
    const problem = `${step.event}: ${(error as Error).message}`
    count(session.coverage.inconclusive, problem)
    return { shadow, exchange: undefined, answer: undefined, findings: [], observations: [], lost: problem }
  }
}

export function toSend(operation: Operation, step: RequestStep, credential: Readonly<Record<string, string>>): Sent {
  const query = new URLSearchParams(step.query).toString()
  const body = step.body === undefined ? undefined : JSON.stringify(step.body)
  return {
    method: operation.method,
    path: buildPath(operation, step.parameters) + (query === '' ? '' : `?${query}`),
    headers: {
      ...credential,
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body,
  }
}

/** The shadow's clock follows the target's, which may have been moved; what falls due on the way happens. */
function atTime(session: Session, shadow: Shadow, dateMs: number | undefined): Shadow {
  const nowMs = Math.max(dateMs ?? 0, Date.now() + session.aheadMs)
  if (nowMs <= shadow.world.nowMs) return shadow
  const { changes } = advance(shadow.world, nowMs, choicesFor(session.contract, shadow))
  return { ...shadow, world: apply(shadow.world, changes) }
}
