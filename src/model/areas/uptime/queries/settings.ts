import { EVERYWHERE } from '../../../identity/identity.ts'
import type { Reader } from '../../../world/reader.ts'
import type { UptimeSettingsRow } from '../state/index.ts'

/** An organization has one row of them. */
export const SETTINGS_ID = 'settings'
export type Settings = Pick<UptimeSettingsRow, 'monitorQuota' | 'metricsHidden'>

export function settingsOf(reader: Reader, org: string): Settings {
  return reader.get('UptimeSettings', org, SETTINGS_ID) ?? { monitorQuota: undefined, metricsHidden: false }
}

/** The uptime backend is one for all organizations. */
export function backendReachable(reader: Reader): boolean {
  return reader.get('Backend', EVERYWHERE, 'uptime')?.reachable ?? true
}

export function entitled(reader: Reader, org: string): boolean {
  return reader.get('Organization', EVERYWHERE, org)?.entitlements.includes('uptime') ?? false
}
