import type { Transaction } from '../../../../world/transaction.ts'
import { type Arranged, arranged, SETTINGS_ID } from '../../queries/clusters/settings.ts'

/** Changes the settings that staff made for an organization; the others stay. */
export function arrange(context: Transaction, org: string, change: Partial<Arranged>): void {
  context.put('ClusterSettings', { ...arranged(context, org), ...change, id: SETTINGS_ID, org, seq: context.serial() })
}
