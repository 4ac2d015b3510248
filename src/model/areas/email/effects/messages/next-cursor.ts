import { isSymbol } from '../../../../world/fresh.ts'
import type { Transaction } from '../../../../world/transaction.ts'
import type { MessageRow } from '../../state/index.ts'

/**
 * A cursor tells the place by itself, equal instants told apart. Where values are symbols it is the
 * target's own, so a row remembers what it stands for.
 */
export function cursorAfter(work: Transaction, { org, createdAtMs, seq }: MessageRow): string {
  const symbol = work.fresh.time(work.nowMs)
  if (!isSymbol(symbol)) return `${createdAtMs.toString(36)}-${seq.toString(36)}`
  return work.put('EmailCursor', { id: symbol, org, seq: work.serial(), afterMs: createdAtMs, afterSeq: seq }).id
}
