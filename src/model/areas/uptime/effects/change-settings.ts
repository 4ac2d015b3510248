import type { Transaction } from '../../../world/transaction.ts'
import { SETTINGS_ID, type Settings, settingsOf } from '../queries/settings.ts'

export function changeSettings(context: Transaction, org: string, change: Partial<Settings>): void {
  context.put('UptimeSettings', { id: SETTINGS_ID, org, seq: context.serial(), ...settingsOf(context, org), ...change })
}
