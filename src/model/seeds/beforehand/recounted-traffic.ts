import { added, hourOf, NOTHING } from '../../areas/email/queries/sending/traffic.ts'
import type { Counts, MessageEventRow, MessageRow, TrafficRow } from '../../areas/email/state/index.ts'

/** The traffic of each hour, counted again from the log: whose hours they are depends on when a world begins. */
export function recountedTraffic(messages: Iterable<MessageRow>, events: Iterable<MessageEventRow>): TrafficRow[] {
  const hours = new Map<string, TrafficRow>()
  const count = (org: string, atMs: number, counts: Partial<Counts>) => {
    const hour = hourOf(atMs)
    const id = String(hour)
    const before = hours.get(`${org} ${id}`) ?? { id, org, seq: hour, ...NOTHING }
    hours.set(`${org} ${id}`, { ...before, ...added(before, { ...NOTHING, ...counts }) })
  }
  for (const { org, direction, createdAtMs, sentAt } of messages) {
    if (direction === 'send') count(org, createdAtMs, { accepted: 1 })
    if (sentAt !== undefined) count(org, Date.parse(sentAt), { sent: 1 })
  }
  for (const { org, kind, bounceType, occurredAt } of oncePerMessage(events))
    if (kind === 'complained') count(org, Date.parse(occurredAt), { complaints: 1 })
    else if (kind === 'bounced')
      count(org, Date.parse(occurredAt), { [bounceType === 'hard' ? 'hardBounces' : 'softBounces']: 1 })
  return [...hours.values()]
}

/** What befalls several recipients at once is in the log for each of them, and counts once. */
const oncePerMessage = (events: Iterable<MessageEventRow>): Iterable<MessageEventRow> =>
  new Map(
    Iterator.from(events).map((event) => [`${event.messageId} ${event.kind} ${event.occurredAt}`, event]),
  ).values()
