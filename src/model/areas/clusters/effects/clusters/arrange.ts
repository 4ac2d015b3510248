import type { Transaction } from '../../../../world/transaction.ts'
import { type Arranged, arranged, SETTINGS_ID } from '../../queries/clusters/settings.ts'

/** What staff arrange for an organization, beside what they arranged before. */
export function arrange(context: Transaction, org: string, change: Partial<Arranged>): void {
  context.put('ClusterSettings', { ...arranged(context, org), ...change, id: SETTINGS_ID, org, seq: context.serial() })
}
