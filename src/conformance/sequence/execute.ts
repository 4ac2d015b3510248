import { isObject } from '../../contract/json.ts'
import { advance } from '../../model/advance.ts'
import type { ModelRequest, Outcome } from '../../model/decide.ts'
import type { Exchange, Received } from '../../target/exchange.ts'
import type { Held } from '../../target/sending/held.ts'
import { lackedKey } from '../compare/comparison.ts'
import { choiceEvidence } from '../explain/choice-evidence.ts'
import { confirmed, foresee } from '../explain/explain.ts'
import { judgeAnswer } from '../judge/judge-answer.ts'
import type { Judged } from '../judge/judged.ts'
import { shownMoments } from '../judge/shown-moments.ts'
import { count, countIn, noteTransitions } from '../session/coverage.ts'
import type { Session } from '../session/session.ts'
import { noteChoice } from '../session/shown-choices.ts'
import { isEmpty, sendAside } from '../session/to-send.ts'
import { type Answered, answeredWith } from '../shadow/answered.ts'
import { choicesFor } from '../shadow/choices.ts'
import { citing, shownBy } from '../shadow/cited.ts'
import { rowsOf } from '../shadow/rows.ts'
import { passed, type Shadow } from '../shadow/shadow.ts'
import type { RequestStep, Step } from '../step/step.ts'
import { deletesAnything, deletingAnything } from './deletes-anything.ts'
import { executeEvent } from './execute-event.ts'
import type { Executed } from './executed.ts'
import { hungUp, lostIn } from './hung-up.ts'
import { insist } from './insist.ts'
import { judgeRaw } from './judge-raw.ts'
import { settle } from './settle.ts'
import { asNewWrite, followWrite } from './unlisted-write.ts'
import { written } from './written.ts'

/** Sends one concrete step, judges what came back and moves the shadow along. */
export async function execute(session: Session, shadow: Shadow, step: Step): Promise<Executed> {
  return step.kind === 'request' ? executeRequest(session, shadow, step) : executeEvent(session, shadow, step)
}

async function executeRequest(session: Session, shadow: Shadow, step: RequestStep): Promise<Executed> {
  if (step.method) return executeWrite(session, shadow, asNewWrite(session, step))
  if (step.afterMs !== undefined) await waitFor(session, step.afterMs)
  if (step.unhurried) await session.pause(session.contract.profile.settle * 1000)
  const sending = send(session, step)
  await written()
  // The model predicts the response while the target works on it.
  const before = atTime(session, shadow, undefined)
  const foreseen = foresee(session.contract, before, modelRequest(session, step))
  const exchange = await sending
  if (!exchange.answered) {
    const findings = await hungUp(session, step, exchange)
    return { ...unanswered(session, shadow, step, exchange), ...(findings.length > 0 && { findings, lost: undefined }) }
  }
  if (step.raw !== undefined) return judgeRaw(session, shadow, step, exchange)
  const after = atTime(session, before, exchange.received.dateMs)
  const known: Foreseen = isSoonAfter(before, after) ? { shadow: before, foreseen } : { shadow: after }
  const judge = (received: Received) => judgeForeseen(session, known, step, received)
  const settled = await insist(session, step, await settle(session, step, exchange, judge), judge)
  const judged = (await deletesAnything(session, step, settled.judged))
    ? judgeForeseen(session, { shadow: deletingAnything(after) }, step, exchange.received)
    : settled.judged
  note(session, judged)
  noteLengths(session, step, settled.exchange)
  noteLacked(session, step, settled.judged)
  if (step.thenWait && settled.exchange.received.status < 300) await waitAMoment(session)
  return { ...judged, exchange: settled.exchange, answer: settled.exchange.received.json, lost: undefined }
}

async function executeWrite(session: Session, shadow: Shadow, write: RequestStep): Promise<Executed> {
  const exchange = await send(session, write)
  return exchange.answered
    ? followWrite(session, shadow, write, exchange)
    : unanswered(session, shadow, write, exchange)
}

/** Enough for targets on the same machine; work that takes minutes needs a driver that moves the clock. */
const MOMENT_MS = 400
const MOST_WAITS = 40

async function waitAMoment(session: Session): Promise<void> {
  if (session.waits++ < MOST_WAITS) await session.pause(MOMENT_MS)
}

/** For all waits together: sequences that wait are repeated when they show a failure. */
const MOST_PATIENCE_MS = 240_000

async function waitFor(session: Session, ms: number): Promise<void> {
  const left = MOST_PATIENCE_MS - session.waitedMs
  session.waitedMs += ms
  if (ms <= left) await session.pause(ms)
}

type AnsweredExchange = Exchange & { readonly answered: true }

/** The shadow that a response is compared with and, if known, the model's prediction. */
interface Foreseen {
  readonly shadow: Shadow
  readonly foreseen?: Outcome | undefined
}

/** True if no timer has fired meanwhile and hardly any time has passed. */
const isSoonAfter = ({ world: before }: Shadow, { world: after }: Shadow): boolean =>
  after.tables === before.tables && after.nowMs - before.nowMs <= SOON_MS
const SOON_MS = 50

/** Sends a concrete request, and counts it. */
export async function send(session: Session, step: RequestStep, held?: Held): Promise<Exchange> {
  session.requests++
  session.budget.spend(session.contract.operation(step.operation), session.requests)
  return sendAside(session, step, held)
}

/** It is unknown whether the request took effect: the sequence ends here, and a write is never repeated. */
export function unanswered(
  session: Session,
  shadow: Shadow,
  { operation }: RequestStep,
  exchange: Exchange & { readonly answered: false },
): Executed {
  count(session.coverage.inconclusive, lostIn(operation, exchange.problem))
  return { shadow, exchange, answer: undefined, findings: [], observations: [], lost: exchange.problem }
}

/** The verdict on the response to a step. */
export interface JudgedStep extends Judged {
  readonly answered: Answered
}

/** Judges a response without counting it. */
export const judgeStep = (session: Session, shadow: Shadow, step: RequestStep, received: Received): JudgedStep =>
  judgeForeseen(session, { shadow }, step, received)

function judgeForeseen(session: Session, known: Foreseen, step: RequestStep, received: Received): JudgedStep {
  const { contract } = session
  // A token acts for the organization that it is bound to, whoever shows it.
  const bound = step.bearer && rowsOf(known.shadow.world, 'PersonalToken').find(({ key }) => key === step.bearer)?.org
  const answered = answeredWith({
    contract,
    ...known,
    request: modelRequest(session, step),
    received,
    intent: step.intent,
    claims: step.claims !== undefined,
    issuersAsked: session.receiver?.issuersAsked,
    // Some may filter what they have cut off.
    ...(isEmpty(step.query) && {
      longest: session.longest.get(step.operation),
      lacked: session.lacked.get(listOf(step)),
    }),
    org: bound ?? contract.profile.actors[step.actor]?.organization ?? '',
  })
  return { ...judgeAnswer(answered), answered }
}

function modelRequest(
  { contract }: Session,
  { operation, actor, bearer, parameters, query, body }: RequestStep,
): ModelRequest {
  const known = !isEmpty(contract.profile.actors[actor]?.headers ?? {})
  const credential = bearer ?? (known ? `actor:${actor}` : undefined)
  return { operation: contract.operation(operation), credential, parameters, query, body }
}

/** Adds a response to the coverage. */
export function note(session: Pick<Session, 'contract' | 'coverage' | 'learning' | 'clock'>, judged: JudgedStep): void {
  const { answered } = judged
  const { contract, coverage, learning, clock } = session
  for (const moment of shownMoments(answered, judged)) clock.shows(moment)
  countIn(coverage.statuses, answered.operation.id, answered.received.status)
  if (judged.sole) coverage.refusals.add(judged.sole.rule.id)
  const { rules = [], looked } = judged.explained?.outcome ?? {}
  for (const rule of [...rules, ...(looked ? shownBy(judged.shadow, looked) : [])]) coverage.rules.add(rule)
  noteTransitions(contract, coverage, answered.shadow, judged.shadow)
  if (judged.inconclusive) count(coverage.inconclusive, judged.inconclusive)
  const agreeing = learning && judged.explained ? confirmed(answered, judged.explained) : []
  for (const { gap, value } of [...judged.observations, ...agreeing])
    countIn(coverage.observations, gap, JSON.stringify(value))
  const evidence = judged.explained && choiceEvidence(answered, judged.explained)
  if (evidence) noteChoice(coverage, evidence)
}

/** No list is cut off where a longer one was not. */
function noteLengths({ longest }: Session, { operation }: RequestStep, { received }: AnsweredExchange): void {
  const { status, json } = received
  if (status >= 300 || !isObject(json)) return
  const before = longest.get(operation)
  const longer = Object.entries(json).flatMap(([field, list]) =>
    Array.isArray(list) && list.length > (before?.get(field) ?? 0) ? [[field, list.length] as const] : [],
  )
  if (longer.length > 0) longest.set(operation, new Map([...(before ?? []), ...longer]))
}

/** The lists of one operation that one caller asks for. */
const listOf = ({ operation, actor }: RequestStep): string => `${operation} ${actor}`

/** What was not in a list that may be cut off: where a longer one lacks it too, this one was whole. */
function noteLacked({ lacked }: Session, step: RequestStep, { explained }: JudgedStep): void {
  const { beyond = [] } = explained ?? {}
  if (beyond.length === 0 || !isEmpty(step.query)) return
  const before = lacked.get(listOf(step)) ?? new Map()
  const first = beyond.filter((one) => !before.has(lackedKey(one)))
  if (first.length > 0)
    lacked.set(listOf(step), new Map([...before, ...first.map((one) => [lackedKey(one), one.length] as const)]))
}

/** Advances the shadow's clock to the target's, which may have been moved; timers that fall due fire. */
export function atTime(
  session: Pick<Session, 'clock' | 'contract'>,
  shadow: Shadow,
  dateMs: number | undefined,
): Shadow {
  const believedMs = session.clock.now()
  // A Date header far from the times in responses is not from the target's clock; a proxy may have set it.
  const isItsOwn = dateMs !== undefined && Math.abs(dateMs - believedMs) <= FAR_MS
  const nowMs = Math.max(isItsOwn ? dateMs : 0, believedMs)
  if (nowMs <= shadow.world.nowMs) return shadow
  const { changes, rules } = advance(shadow.world, nowMs, choicesFor(session.contract, shadow))
  return citing(passed(shadow, changes), rules, changes)
}

const FAR_MS = 600_000
