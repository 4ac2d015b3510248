import type { Transaction } from '../../../../world/transaction.ts'
import type { MessageEventRow, MessageRow } from '../../state/index.ts'

interface MessageEvent extends Partial<Pick<MessageEventRow, 'bounceType' | 'recipient' | 'detail'>> {
  readonly kind: MessageEventRow['kind']
  readonly atMs: number
}

/** Records what happened to a message (Events, point 2). */
export function noteEvent(
  work: Transaction,
  { org, id: messageId }: MessageRow,
  { kind, atMs, bounceType, recipient, detail }: MessageEvent,
): MessageEventRow {
  return work.put('EmailMessageEvent', {
    id: work.fresh.id('EmailMessageEvent'),
    org,
    seq: work.serial(),
    messageId,
    kind,
    bounceType,
    recipient,
    detail,
    occurredAt: work.fresh.time(atMs),
  })
}
