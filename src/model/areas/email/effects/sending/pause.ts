import type { Reader } from '../../../../world/reader.ts'
import type { Transaction } from '../../../../world/transaction.ts'
import { SETTINGS_ID, type Settings, settingsOf, windowStart } from '../../queries/sending/posture.ts'
import { traffic } from '../../queries/sending/traffic.ts'
import { thresholdPauses } from '../../statements/posture.ts'

export function changeSettings(work: Transaction, org: string, change: Partial<Settings>): void {
  work.put('EmailSettings', { id: SETTINGS_ID, org, seq: work.serial(), ...settingsOf(work, org), ...change })
}

/** Pauses sending when the share of bounces or complaints has got too high (Events, point 3). */
export function pauseIfTooMany(work: Transaction, org: string, what: 'bounces' | 'complaints'): void {
  if (settingsOf(work, org).paused || !tooMany(work, org, what)) return
  work.cite(thresholdPauses)
  const pausedAt = work.fresh.time(work.nowMs)
  changeSettings(work, org, { paused: true, pausedAt, pauseReason: work.gap('email.reasons')[what] })
}

function tooMany(reader: Reader, org: string, what: 'bounces' | 'complaints'): boolean {
  const { minimum, bounces, pausesWhen } = reader.gap('email.pause-counting')
  const { sent, hardBounces, softBounces, complaints } = traffic(reader, org, windowStart(reader), reader.nowMs)
  if (sent < minimum) return false
  const bounced = bounces === 'hard' ? hardBounces : hardBounces + softBounces
  const share = (100 * (what === 'bounces' ? bounced : complaints)) / sent
  const threshold = reader.gap(what === 'bounces' ? 'email.bounce-pause-pct' : 'email.complaint-pause-pct')
  return pausesWhen === 'reached' ? share >= threshold : share > threshold
}
