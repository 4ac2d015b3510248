import type { TimerContext } from '../../../../request/contexts.ts'
import type { Transaction } from '../../../../world/transaction.ts'
import { CONTENT_DAYS, DAY_MS, isPast, LOG_DAYS } from '../../queries/messages/windows.ts'
import type { MessageRow } from '../../state/index.ts'
import { logWindow } from '../../statements/messages.ts'

export const CONTENT_WINDOW = 'content-window'
export const LOG_WINDOW = 'log-window'

/** Deletes a message with its events. */
export function forgetMessage(work: Transaction, { org, id }: MessageRow): void {
  for (const event of [...work.oldest('EmailMessageEvent', 'parent', org, id)])
    work.remove('EmailMessageEvent', org, id, event.id)
  work.remove('EmailMessage', org, id)
}

/** A millisecond past the windows, so that what is exactly as old is left to the gap. */
export function scheduleRetention(work: Transaction, { org, id, createdAtMs }: MessageRow): void {
  work.schedule(CONTENT_WINDOW, createdAtMs + CONTENT_DAYS * DAY_MS + 1, { org, messageId: id })
  work.schedule(LOG_WINDOW, createdAtMs + LOG_DAYS * DAY_MS + 1, { org, messageId: id })
}

const messageOf = (context: TimerContext): MessageRow | undefined =>
  context.get('EmailMessage', context.org, String(context.data.messageId))

/** The raw message is not kept longer (Limits); that it cannot be read any more is a rule of its own. */
export function contentWindowOver(context: TimerContext): void {
  const message = messageOf(context)
  if (message && isPast(context, message, CONTENT_DAYS)) context.put('EmailMessage', { ...message, text: undefined })
}

export function logWindowOver(context: TimerContext): void {
  const message = messageOf(context)
  if (!message || !isPast(context, message, LOG_DAYS)) return
  context.cite(logWindow)
  if (context.gap('email.message-past-window') === 'gone') forgetMessage(context, message)
}
