import type { Reader } from '../../context.ts'
import type { Changing } from './changing.ts'
import type { ClusterSettingsRow } from './state.ts'

const KEY = 'settings'
type Arranged = Pick<ClusterSettingsRow, 'quota' | 'maxServices'>

/** What staff arranged for an organization. */
export function arranged(reader: Reader, org: string): Arranged {
  return reader.get('ClusterSettings', org, KEY) ?? { quota: undefined, maxServices: undefined }
}

export function arrange(context: Changing, org: string, change: Partial<Arranged>): void {
  context.put('ClusterSettings', { ...arranged(context, org), ...change, id: KEY, org, seq: context.serial() })
}
