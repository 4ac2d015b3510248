import type { Reader } from '../../../../world/reader.ts'
import type { SettingsRow } from '../../state/index.ts'
import { HOUR_MS, traffic } from './traffic.ts'

export const SETTINGS_ID = 'settings'

const DAY_MS = 24 * HOUR_MS

export type Settings = Omit<SettingsRow, 'id' | 'org' | 'seq'>

const UNTOUCHED: Settings = { dailyQuota: undefined, paused: false, pausedAt: undefined, pauseReason: undefined }

export const settingsOf = (reader: Reader, org: string): Settings =>
  reader.get('EmailSettings', org, SETTINGS_ID) ?? UNTOUCHED

/** The start of the day that an instant belongs to. */
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

export const windowStart = (reader: Reader): number =>
  reader.nowMs - (reader.gap('email.pause-counting').windowHours - 1) * HOUR_MS
