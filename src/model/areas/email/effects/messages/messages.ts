import type { EffectContext } from '../../../../request/contexts.ts'
import { shownMs } from '../../../../values/shown-time.ts'
import type { Effect } from '../../../area.ts'
import { isBehind, type Place, readCursor } from '../../queries/messages/cursor.ts'
import { fitting } from '../../queries/messages/log-filters.ts'
import { logBetween } from '../../queries/messages/message-log.ts'
import { rawMessage } from '../../queries/messages/raw-message.ts'
import { messageEventView, messageView } from '../../queries/views.ts'
import type { MessageRow } from '../../state/index.ts'
import { eventsTold, pagesMeet, rawWhole } from '../../statements/messages.ts'
import { cursorAfter } from './next-cursor.ts'

/** One page of the log; the cursor leads to the next. */
export const listMessages: Effect<'listMessages'> = (context) => {
  const size = context.gap('email.log-page-size')
  const found = [...Iterator.from(asked(context)).take(size + 1)]
  const page = found.slice(0, size)
  const cursor = cursorOf(context, page, found.length > size)
  return { messages: page.map((message) => messageView(context, message)), ...(cursor !== undefined && { cursor }) }
}

function asked(context: EffectContext<'listMessages'>): Iterable<MessageRow> {
  const { cursor } = context.query
  const place = cursor === undefined ? undefined : readCursor(context, context.caller.org, cursor)
  if (cursor !== undefined && !place && context.gap('email.invalid-cursor') === 'empty') return []
  const messages = Iterator.from(logBetween(context, place?.afterMs))
  const fits = fitting(context)
  return messages.filter((message) => (!place || isNext(context, message, place)) && fits(message))
}

/** A page does not begin with the message that the one before ended with. */
function isNext(context: EffectContext<'listMessages'>, message: MessageRow, place: Place): boolean {
  if (message.seq === place.afterSeq) context.cite(pagesMeet)
  return isBehind(message, place)
}

function cursorOf(context: EffectContext<'listMessages'>, page: readonly MessageRow[], more: boolean) {
  const last = page.at(-1)
  if (last && more) return cursorAfter(context, last)
  switch (context.gap('email.last-page-cursor')) {
    case 'absent':
      return undefined
    case 'empty-string':
      return ''
    case 'leads-to-empty-page':
      return last ? cursorAfter(context, last) : undefined
  }
}

export const getMessage: Effect<'getMessage'> = (context) => {
  const message = context.the('EmailMessage')
  // Some are reported long after they happened.
  const events = [...context.oldest('EmailMessageEvent', 'parent', message.org, message.id)].toSorted(
    (a, b) => shownMs(a.occurredAt) - shownMs(b.occurredAt),
  )
  context.cite(eventsTold)
  return { message: messageView(context, message), events: events.map(messageEventView) }
}

export const getMessageContent: Effect<'getMessageContent'> = (context) => {
  const message = context.the('EmailMessage')
  context.cite(rawWhole)
  return rawMessage(message)
}
