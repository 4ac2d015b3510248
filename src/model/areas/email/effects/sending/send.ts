import type { TimerContext } from '../../../../request/contexts.ts'
import type { Transaction } from '../../../../world/transaction.ts'
import type { DoorCaller, Effect } from '../../../area.ts'
import { nextDayStart, settingsOf } from '../../queries/sending/posture.ts'
import { sendKeyOf } from '../../queries/sending/send-key-of.ts'
import { reachedOf } from '../../queries/sending/suppressed.ts'
import { domainAt, overQuota, type Sending } from '../../queries/sending/why-not.ts'
import type { DeliveryRow, MessageRow } from '../../state/index.ts'
import { logMail, type Mail, moved } from '../messages/mail.ts'
import { noteEvent } from '../messages/message-events.ts'
import { announce } from '../webhooks/deliver.ts'
import { count } from './count-traffic.ts'
import { touchKey } from './touch-key.ts'

export const MESSAGE_SEND = 'message-send'

/** The send key whose secret came with the request (Endpoints, Email, row 2). */
export const sender: DoorCaller = (reader, { credential }) => {
  const key = sendKeyOf(reader, credential)
  if (!key) return undefined
  const { id, name, org } = key
  return { userId: id, label: name, email: '', org, role: '', permissions: [], scope: undefined }
}

/** Accepts a message; it goes out a little later, or when a pause or the day is over. */
export const sendMessage: Effect<'sendMessage'> = (context) => {
  const { org } = context.caller
  const { from, to, cc, subject, text } = context.body
  const key = sendKeyOf(context, context.credential)
  if (key) touchKey(context, key, context.nowMs)
  const sending: Sending = { org, key, from, recipients: [...to, ...(cc ?? [])], atMs: context.nowMs }
  const late = overQuota(context, sending) !== undefined
  const mail = { ...addressed(context, sending), to, cc, subject, text, overQuota: late }
  const message = mail.reached.length > 0 ? queued(context, mail) : stillborn(context, mail)
  return { id: message.id }
}

/** Everything about a message that follows from who sends it to whom. */
export function addressed(work: Transaction, { org, from, recipients, atMs }: Sending): Omit<Mail, 'to'> {
  return {
    org,
    direction: 'send',
    from,
    door: work.fill('email.sending-door'),
    domainId: domainAt(work, org, from)?.id ?? '',
    atMs,
    reached: reachedOf(work, org, recipients),
  }
}

function queued(work: Transaction, mail: Mail): MessageRow {
  const message = logMail(work, mail, 'queued')
  if (!message.overQuota) countAccepted(work, message)
  if (!settingsOf(work, mail.org).paused) scheduleSend(work, message)
  return message
}

/** A message that nobody can get has failed when it is accepted. */
function stillborn(work: Transaction, mail: Mail): MessageRow {
  const message = logMail(work, mail, 'failed')
  if (work.gap('email.accepted-today').suppressed === 'counted') countAccepted(work, message)
  return work.put('EmailMessage', { ...message, lastError: work.gap('email.reasons').suppressed })
}

export function countAccepted(work: Transaction, { org, to, cc = [] }: MessageRow, atMs = work.nowMs): void {
  const each = work.gap('email.accepted-today').each === 'message' ? 1 : to.length + cc.length
  count(work, org, atMs, { accepted: each })
}

export function scheduleSend(work: Transaction, { org, id, overQuota: late }: MessageRow): void {
  const soon = work.nowMs + work.gap('email.send-delay-seconds') * 1000
  const atMs = late ? nextDayStart(work, work.nowMs) : soon
  work.schedule(MESSAGE_SEND, atMs, { org, messageId: id })
}

/** The time to send has come; while sending is paused it passes, and the end of the pause sets another. */
export function sendDue(context: TimerContext): void {
  const message = context.get('EmailMessage', context.org, String(context.data.messageId))
  if (message?.stage !== 'queued' || settingsOf(context, context.org).paused) return
  if (message.overQuota) countAccepted(context, message)
  goesOut(context, message, context.nowMs)
}

/** The message is sent; its endpoints hear of it. */
export function goesOut(
  work: Transaction,
  message: MessageRow,
  atMs: number,
): { row: MessageRow; told: DeliveryRow[] } {
  const sentAt = work.fresh.time(atMs)
  const row = work.put('EmailMessage', { ...moved(work, message, 'sent', atMs), sentAt, overQuota: false })
  count(work, message.org, atMs, { sent: 1 })
  return { row, told: announce(work, 'sent', row, noteEvent(work, row, { kind: 'sent', atMs })) }
}
