import { shownMs } from '../../../values/shown-time.ts'
import type { Transaction } from '../../../world/transaction.ts'
import type { UptimeExportTokenRow } from '../state/index.ts'

/** Moves lastUsedAt of an export token, where it is kept; answers whether it did. */
export function noteScrape(context: Transaction, token: UptimeExportTokenRow, atMs = context.nowMs): boolean {
  if (context.gap('uptime.last-used-at') === 'never') return false
  // A use reported later does not take back a more recent one.
  if (atMs < shownMs(token.lastUsedAt)) return false
  context.put('UptimeExportToken', { ...token, lastUsedAt: context.fresh.time(atMs) })
  return true
}
