import { noteEvent } from '../../../areas/email/effects/messages/message-events.ts'
import { CONTENT_WINDOW, LOG_WINDOW } from '../../../areas/email/effects/messages/retention.ts'
import { count } from '../../../areas/email/effects/sending/count-traffic.ts'
import { countAccepted } from '../../../areas/email/effects/sending/send.ts'
import { rawSize } from '../../../areas/email/queries/messages/raw-message.ts'
import { CONTENT_DAYS, DAY_MS, LOG_DAYS } from '../../../areas/email/queries/messages/windows.ts'
import type { MessageRow } from '../../../areas/email/state/index.ts'
import type { Transaction } from '../../../world/transaction.ts'
import { arrivals } from '../../kit/transit.ts'

/** Age in days from which endpoints are notified of mail. Older mail is only in the log. */
export const HEARING = 9

/** A message of some time ago: sent and delivered, or received. */
export interface OldMail
  extends Pick<MessageRow, 'direction' | 'from' | 'to' | 'cc' | 'subject' | 'text' | 'domainId'> {
  /** The present, which decides what is still kept of it. */
  readonly endMs: number
}

/**
 * Puts down what telling it event by event would have left of an ordinary message. There are hundreds, and
 * telling them all takes longer than anybody wants to wait for a mock to start; a test compares the two.
 */
export function putOldMail(here: Transaction, org: string, mail: OldMail): void {
  const { direction, from, to, cc, subject, text, domainId, endMs } = mail
  const { nowMs, fresh } = here
  const sent = direction === 'send'
  const reached = sent ? [...to, ...(cc ?? [])] : to
  const stage = sent ? 'delivered' : 'received'
  const id = fresh.id('EmailMessage')
  const arrived = sent ? arrivals(id, reached) : []
  const raw = { id, from, to, cc, subject, text, createdAtMs: nowMs, askedBytes: undefined }
  const message = here.put('EmailMessage', {
    ...raw,
    org,
    seq: here.serial(),
    direction,
    domainId,
    text: endMs > nowMs + CONTENT_DAYS * DAY_MS ? undefined : text,
    sizeBytes: rawSize(raw),
    door: here.fill(sent ? 'email.sending-door' : 'email.receiving-door'),
    lastError: undefined,
    createdAt: fresh.time(nowMs),
    sentAt: sent ? fresh.time(nowMs) : undefined,
    stateAt: fresh.time(nowMs + (arrived.at(-1)?.afterMs ?? 0)),
    stage,
    state: here.gap('email.message-states')[stage],
    reached,
    overQuota: false,
  })
  scheduleRest(here, message, endMs)
  if (!sent) return
  noteEvent(here, message, { kind: 'sent', atMs: nowMs })
  for (const { recipient, afterMs } of arrived)
    noteEvent(here, message, { kind: 'delivered', atMs: nowMs + afterMs, recipient })
  countAccepted(here, message, nowMs)
  count(here, org, nowMs, { sent: 1 })
}

/** The ends of its windows that are yet to come. */
function scheduleRest(here: Transaction, { org, id, createdAtMs }: MessageRow, endMs: number): void {
  const windows = [
    [CONTENT_WINDOW, CONTENT_DAYS],
    [LOG_WINDOW, LOG_DAYS],
  ] as const
  for (const [timer, days] of windows) {
    const atMs = createdAtMs + days * DAY_MS + 1
    if (atMs > endMs) here.schedule(timer, atMs, { org, messageId: id })
  }
}
