import type { Reader } from '../../../../world/reader.ts'
import type { ClusterSettingsRow } from '../../state/index.ts'

/** An organization has one row of them. */
export const SETTINGS_ID = 'settings'
export type Arranged = Pick<ClusterSettingsRow, 'quota' | 'maxServices'>

/** The settings that staff made for an organization. */
export function arranged(reader: Reader, org: string): Arranged {
  return reader.get('ClusterSettings', org, SETTINGS_ID) ?? { quota: undefined, maxServices: undefined }
}
