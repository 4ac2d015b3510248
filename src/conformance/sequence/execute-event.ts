import { isObject } from '../../contract/json.ts'
import type { EventName } from '../../model/request/operation-types.ts'
import { rememberLife } from '../areas/clusters/client-life.ts'
import { rememberTurnedAway } from '../areas/registry/images/room.ts'
import type { Finding } from '../finding/finding.ts'
import { whyImpossible } from '../judge/event-predictions.ts'
import { happening } from '../judge/happening.ts'
import { judgeEvent } from '../judge/judge-event.ts'
import { isNotUnderstood, judgeRefusal, saysNotPossible } from '../judge/judge-refusal.ts'
import { judgeReport } from '../judge/judge-report.ts'
import { count } from '../session/coverage.ts'
import { ASIDE_MS, lookAgain } from '../session/look-again.ts'
import type { Session } from '../session/session.ts'
import { withoutIds } from '../session/without-ids.ts'
import type { Caused } from '../shadow/caused.ts'
import { rememberDoor } from '../shadow/last-door.ts'
import type { Shadow } from '../shadow/shadow.ts'
import { WEBHOOK_RECEIVED } from '../step/receiver-look.ts'
import type { EventStep } from '../step/step.ts'
import { lookAtReceiver } from '../webhooks/look-at-receiver.ts'
import { beforeOrAfter } from './before-or-after.ts'
import type { Executed } from './executed.ts'
import { isShownSent, mayBeWaiting } from './shown-sent.ts'
import { written } from './written.ts'

/** The result of an outside event. */
const caused = (shadow: Shadow, more: Partial<Executed> = {}): Executed => ({
  shadow,
  exchange: undefined,
  answer: undefined,
  findings: [],
  observations: [],
  lost: undefined,
  ...more,
})

/** The organization that an event is about: the one it names, or the actor's. */
function organizationOf({ contract }: Session, { actor, body }: EventStep): string {
  const named = isObject(body) ? body.organization : undefined
  return typeof named === 'string' ? named : (contract.profile.actors[actor]?.organization ?? '')
}

interface Report {
  readonly answer: unknown
  readonly findings: readonly Finding[]
}

/** Outside events that only look at the target, so that they can be repeated. */
const LOOKS: ReadonlySet<string> = new Set(['listPages', 'statusPageViewed'])

/** Events that have no prediction of their own. */
const UNFORESEEN: ReadonlySet<string> = new Set(['advanceClock', 'listPages'])

/** The model works out what happens while the target works on it. */
async function foreseen(event: Caused): Promise<void> {
  if (UNFORESEEN.has(event.event)) return
  await written()
  happening(event, event.shadow.world)
}

/** What the driver reports of an event, and the mistakes in it. What it looked at may have been stale. */
async function reported(session: Session, event: Caused, isOpen: boolean): Promise<Report> {
  const { event: name, body } = event
  const look = async (): Promise<Report> => {
    const [answer] = await Promise.all([session.driver.cause(name, body), foreseen(event)])
    return { answer, findings: isOpen ? [] : judgeReport({ ...event, answer }) }
  }
  const first = await look()
  if (!LOOKS.has(name)) return first
  const isRight = ({ findings }: Report) => findings.length === 0
  const again = () => look().catch(() => undefined)
  const { seen, right } = await lookAgain(session, first, { look: again, isRight, leastMs: ASIDE_MS })
  if (right === 'later' || right === 'unknown') count(session.coverage.inconclusive, `${name} ${HOW[right]}`)
  return right === 'unknown' ? { ...seen, findings: [] } : seen
}

const HOW = { later: 'was stale, then caught up', unknown: 'could not be waited for' } as const

/** Has the driver cause an outside event, judges what it reports and moves the shadow along. */
export async function executeEvent(session: Session, shadow: Shadow, step: EventStep): Promise<Executed> {
  if (step.event === WEBHOOK_RECEIVED) {
    const looked = await lookAtReceiver(session, shadow, step)
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
    const { answer, findings } = await reported(session, event, step.either === true)
    if (findings.length > 0 && mayBeWaiting(event) && !(await isShownSent(session, step.actor, answer)))
      return caused(shadow, { answer })
    if (step.event === 'credentialUsed' && !(isObject(answer) && typeof answer.accepted === 'boolean'))
      count(session.coverage.inconclusive, `${step.event}: the driver does not say whether it was accepted`)
    const known = { ...event, shadow: beforeOrAfter(session, shadow, step.event) }
    if (findings.length > 0) return caused(shadow, { answer, findings })
    const after = rememberLife(judgeEvent({ ...known, answer }), { ...event, answer })
    return caused(rememberDoor(after, answer), { answer })
  } catch (error) {
    if (process.env.UNDERSTUDY_DEBUG) console.error(error)
    // An impossible event did not happen, and nothing is lost by that.
    const impossible = whyImpossible(event)
    if (impossible?.rule !== undefined && saysNotPossible(error)) session.coverage.refusals.add(impossible.rule)
    if (impossible) return caused(saysNotPossible(error) ? rememberTurnedAway(shadow, event, impossible) : shadow)
    const findings = judgeRefusal(event, error)
    if (findings.length > 0) return caused(shadow, { findings })
    const lost = `${step.event}: ${(error as Error).message}`
    count(session.coverage.inconclusive, withoutIds(lost))
    // What the driver did not understand did not happen.
    return isNotUnderstood(error) ? caused(shadow) : caused(shadow, { lost })
  }
}
