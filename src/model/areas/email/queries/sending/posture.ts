import type { Reader } from '../../../../world/reader.ts'
import type { Transaction } from '../../../../world/transaction.ts'
import type { SettingsRow } from '../../state/index.ts'
import { thresholdPauses } from '../../statements/posture.ts'
import { HOUR_MS, traffic } from './traffic.ts'

const ONLY = 'settings'
const DAY_MS = 24 * HOUR_MS

type Settings = Omit<SettingsRow, 'id' | 'org' | 'seq'>
const UNTOUCHED: Settings = { dailyQuota: undefined, paused: false, pausedAt: undefined, pauseReason: undefined }

export const settingsOf = (reader: Reader, org: string): Settings => reader.get('EmailSettings', org, ONLY) ?? UNTOUCHED

export function changeSettings(work: Transaction, org: string, change: Partial<Settings>): void {
  work.put('EmailSettings', { id: ONLY, org, seq: work.serial(), ...settingsOf(work, org), ...change })
}

/** When the day began that an instant belongs to. */
export function dayStart(reader: Reader, atMs: number): number {
  const shift = reader.gap('email.accepted-today').dayStartsAtHour * HOUR_MS
  return Math.floor((atMs - shift) / DAY_MS) * DAY_MS + shift
}

export const nextDayStart = (reader: Reader, atMs: number): number => dayStart(reader, atMs) + DAY_MS

export function acceptedOn(reader: Reader, org: string, atMs: number): number {
  const from = dayStart(reader, atMs)
  return traffic(reader, org, from, from + DAY_MS - 1).accepted
}

export function quotaLeft(reader: Reader, org: string, atMs: number): number {
  const quota = settingsOf(reader, org).dailyQuota ?? reader.gap('email.daily-quota')
  return quota - acceptedOn(reader, org, atMs)
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

export const windowStart = (reader: Reader): number =>
  reader.nowMs - (reader.gap('email.pause-counting').windowHours - 1) * HOUR_MS
