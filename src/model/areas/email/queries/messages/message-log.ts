import type { EffectContext } from '../../../../request/contexts.ts'
import { dayOf, type MessageRow } from '../../state/index.ts'
import { logFiltered, logNewestFirst, logWindow } from '../../statements/messages.ts'
import { readSince } from './since.ts'
import { DAY_MS, isPast, LOG_DAYS } from './windows.ts'

type Context = EffectContext<'listMessages'>

/**
 * The messages of the log, from an instant back to the end of the window. It is read day by day, so
 * that a page far back costs no more than the first.
 */
export function* logBetween(context: Context, fromMs = Number.POSITIVE_INFINITY): Generator<MessageRow> {
  const { org } = context.caller
  const [newest] = context.newest('EmailMessage', 'log', org)
  const [oldest] = context.oldest('EmailMessage', 'log', org)
  if (!newest || !oldest) return
  const firstMs = Math.min(fromMs, newest.createdAtMs)
  const lastMs = Math.max(endOfWindow(context), oldest.createdAtMs)
  const days: string[] = []
  for (let atMs = firstMs; dayOf(atMs) >= dayOf(lastMs); atMs -= DAY_MS) days.push(dayOf(atMs))
  context.cite(logNewestFirst)
  for (const day of days)
    for (const message of context.newest('EmailMessage', 'log', org, day)) if (isInside(context, message)) yield message
}

/** The oldest instant of the log: 90 days ago, or the one given as `since`. */
function endOfWindow(context: Context): number {
  context.cite(logWindow)
  return Math.max(context.nowMs - LOG_DAYS * DAY_MS, sinceAsked(context) ?? 0)
}

function isInside(context: Context, message: MessageRow): boolean {
  context.cite(logWindow)
  if (isPast(context, message, LOG_DAYS)) return false
  const sinceMs = sinceAsked(context)
  if (sinceMs === undefined || message.createdAtMs > sinceMs) return true
  return message.createdAtMs === sinceMs && context.gap('email.since-boundary') === 'included'
}

function sinceAsked(context: Context): number | undefined {
  const { since } = context.query
  if (since === undefined) return undefined
  context.cite(logFiltered)
  return readSince(context, since)
}
