import { temporal } from '#temporal'
import type { Reader } from '../../../../world/reader.ts'
import type { Handoff, ScheduleRow } from '../../state/index.ts'
import { apiDay, isoDay } from './days.ts'
import { zoneRun } from './zones.ts'

export const MIDNIGHT = '00:00'

const SHAPES = {
  'hours-minutes': /^([01]\d|2[0-3]):[0-5]\d$/,
  'hours-minutes-seconds': /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/,
  either: /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/,
} as const

/** The time of day that a text names, if it may. */
export function readClock(context: Reader, text: string): string | undefined {
  const format = context.gap('oncall.handoff-time-format')
  if (SHAPES[format === 'any' ? 'either' : format].test(text)) return text
  return format === 'any' ? MIDNIGHT : undefined
}

/** A handoff as it is kept: with the day it was given, or the one that is filled in. */
export function keptHandoff(
  context: Reader,
  given: Handoff,
  schedule: Pick<ScheduleRow, 'timezone' | 'startMs'>,
  before?: Handoff,
): Handoff {
  const { interval, time } = given
  if (interval === 'daily') {
    const keeps = given.dow !== undefined && context.gap('oncall.daily-with-dow') === 'keep'
    return keeps ? given : { interval, time }
  }
  if (given.dow !== undefined) return given
  if (before?.dow !== undefined && context.gap('oncall.handoff-update-without-dow') === 'keep')
    return { ...given, dow: before.dow }
  if (context.gap('oncall.weekly-without-dow-shown') === 'omit') return given
  return { ...given, dow: apiDay(context, dayFilledIn(context, schedule)) }
}

/** On which day of the week, counted as in ISO 8601, a weekly handoff falls. */
export function handoffDay(context: Reader, schedule: Pick<ScheduleRow, 'handoff' | 'timezone' | 'startMs'>): number {
  const { dow } = schedule.handoff
  return dow === undefined ? dayFilledIn(context, schedule) : isoDay(context, dow)
}

function dayFilledIn(context: Reader, { timezone, startMs }: Pick<ScheduleRow, 'timezone' | 'startMs'>): number {
  const filled = context.gap('oncall.weekly-without-dow')
  if (filled !== 'day-of-creation') return filled === 'sunday' ? 7 : 1
  return temporal().Instant.fromEpochMilliseconds(startMs).toZonedDateTimeISO(zoneRun(timezone)).dayOfWeek
}
