import type { Transaction } from '../../../world/transaction.ts'
import type { UptimeExportTokenRow } from '../state/index.ts'

/** Moves lastUsedAt of an export token, where it is kept. */
export function noteScrape(context: Transaction, token: UptimeExportTokenRow): void {
  if (context.gap('uptime.last-used-at') === 'never') return
  context.put('UptimeExportToken', { ...token, lastUsedAt: context.fresh.time(context.nowMs) })
}
