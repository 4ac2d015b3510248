import { EVERYWHERE } from '../../../identity/identity.ts'
import type { Reader } from '../../../world/reader.ts'
import type { Writer } from '../../../world/writer.ts'
import type { UptimeSettingsRow } from '../state/index.ts'

const KEY = 'settings'

export function settingsOf(reader: Reader, org: string): Pick<UptimeSettingsRow, 'monitorQuota' | 'metricsHidden'> {
  return reader.get('UptimeSettings', org, KEY) ?? { monitorQuota: undefined, metricsHidden: false }
}

export function changeSettings(
  context: Reader & Writer,
  org: string,
  change: Partial<Pick<UptimeSettingsRow, 'monitorQuota' | 'metricsHidden'>>,
): void {
  context.put('UptimeSettings', { id: KEY, org, seq: context.serial(), ...settingsOf(context, org), ...change })
}

/** The uptime backend is one for all organizations. */
export function backendReachable(reader: Reader): boolean {
  return reader.get('Backend', EVERYWHERE, 'uptime')?.reachable ?? true
}

export function entitled(reader: Reader, org: string): boolean {
  return reader.get('Organization', EVERYWHERE, org)?.entitlements.includes('uptime') ?? false
}
