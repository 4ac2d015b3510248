import type { Reader } from '../../../../world/reader.ts'
import type { Transaction } from '../../../../world/transaction.ts'
import type { ClusterSettingsRow } from '../../state/index.ts'

const KEY = 'settings'
type Arranged = Pick<ClusterSettingsRow, 'quota' | 'maxServices'>

/** What staff arranged for an organization. */
export function arranged(reader: Reader, org: string): Arranged {
  return reader.get('ClusterSettings', org, KEY) ?? { quota: undefined, maxServices: undefined }
}

export function arrange(context: Transaction, org: string, change: Partial<Arranged>): void {
  context.put('ClusterSettings', { ...arranged(context, org), ...change, id: KEY, org, seq: context.serial() })
}
