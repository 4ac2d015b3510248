import { isSymbol } from '../../../../world/fresh.ts'
import type { Transaction } from '../../../../world/transaction.ts'
import { rawSize } from '../../queries/messages/raw-message.ts'
import type { MessageRow, MessageStage } from '../../state/index.ts'
import { scheduleRetention } from './retention.ts'

/** A message as somebody hands it in. */
export interface Mail {
  readonly org: string
  readonly direction: 'send' | 'receive'
  readonly from: string
  readonly to: readonly string[]
  readonly cc?: readonly string[] | undefined
  readonly subject?: string | undefined
  readonly text?: string | undefined
  readonly sizeBytes?: number | undefined
  readonly door: string
  readonly domainId: string
  readonly atMs: number
  readonly reached: readonly string[]
  readonly overQuota?: boolean
}

/** Puts a message into the log, where it stays for as long as the windows say. */
export function logMail(work: Transaction, mail: Mail, stage: MessageStage): MessageRow {
  const { sizeBytes: askedBytes, atMs, cc, subject, text, overQuota = false, ...rest } = mail
  const given = { ...rest, cc, subject, text, askedBytes, overQuota, createdAtMs: atMs }
  const id = work.fresh.id('EmailMessage')
  const message = work.put('EmailMessage', {
    ...given,
    id,
    seq: work.serial(),
    sizeBytes: sizeOf(work, { ...given, id }),
    createdAt: work.fresh.time(atMs),
    stage,
    state: work.gap('email.message-states')[stage],
    stateAt: work.fresh.time(atMs),
    sentAt: undefined,
    lastError: undefined,
  })
  scheduleRetention(work, message)
  return message
}

/** The size of the raw message; a target's raw message has a size of its own, unless one was asked for. */
function sizeOf(work: Transaction, mail: Parameters<typeof rawSize>[0]): number {
  // No entity has this name: a size may well be the number of a message.
  const unseen = work.fresh.number('message size')
  if (!isSymbol(unseen)) return rawSize(mail)
  return mail.askedBytes ?? unseen
}

/** The message in another state. */
export function moved(work: Transaction, message: MessageRow, stage: MessageStage, atMs: number): MessageRow {
  const state = work.gap('email.message-states')[stage]
  return { ...message, stage, state, stateAt: work.fresh.time(atMs) }
}
