import { isObject } from '../../contract/json.ts'
import { quotaUsedUp, sendingPaused } from '../../model/areas/email/rules/sending.ts'
import { itemsOf } from '../compare/comparison.ts'
import { whyImpossible } from '../judge/event-predictions.ts'
import { lookAgain } from '../session/look-again.ts'
import type { Session } from '../session/session.ts'
import { sendAside } from '../session/to-send.ts'
import type { Caused } from '../shadow/caused.ts'
import { plainRequest } from '../step/plain-request.ts'

/** What is in the way of a message for a while only: instead of being refused it may be taken and wait. */
const PASSING: ReadonlySet<string> = new Set([quotaUsedUp.id, sendingPaused.id])

/** True if a message was taken that may be waiting until the pause or the day is over. */
export const mayBeWaiting = (event: Caused): boolean =>
  event.event === 'messageSent' && (whyImpossible(event)?.rules ?? []).some((rule) => PASSING.has(rule))

/** True if the target itself shows that a message went out, within the time that reads may take to catch up. */
export async function isShownSent(session: Session, actor: string, report: unknown): Promise<boolean> {
  const id = isObject(report) ? report.messageId : undefined
  const operation = 'getMessage'
  if (typeof id !== 'string' || session.contract.profile.leaveOut.includes(operation)) return false
  const look = async (): Promise<unknown> => {
    const exchange = await sendAside(session, plainRequest({ operation, parameters: { id } }, actor))
    return exchange.answered ? (exchange.received.json ?? {}) : undefined
  }
  const { seen } = await lookAgain(session, await look(), { look, isRight: showsSent })
  return showsSent(seen)
}

function showsSent(shown: unknown): boolean {
  if (!isObject(shown)) return false
  const { message, events } = shown
  return (
    (isObject(message) && typeof message.sentAt === 'string') || itemsOf(events).some(({ kind }) => kind === 'sent')
  )
}
