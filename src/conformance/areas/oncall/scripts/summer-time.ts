import { Temporal } from 'temporal-polyfill'
import type { Goal } from '../../../script/goal.ts'
import { advance, type Body, event, type Script, script } from '../../../script/script.ts'
import { twoPeople } from './schedules.ts'

const ZONE = 'Europe/Berlin'
const HANDOFF = { interval: 'daily', time: '09:00' }

const inBerlin: Body = (drawing, plain) => ({
  ...(twoPeople(drawing, plain) as object),
  timezone: ZONE,
  handoff: HANDOFF,
})

/** Some minutes after the handoff of a day that is chosen by today's date. */
const toHandoff = (day: (today: Temporal.PlainDate) => Temporal.PlainDate, minutes: number): Goal =>
  event('advanceClock', ({ shadow: { world } }) => {
    const today = Temporal.Instant.fromEpochMilliseconds(world.nowMs).toZonedDateTimeISO(ZONE).toPlainDate()
    const handoff = day(today).toZonedDateTime({ timeZone: ZONE, plainTime: HANDOFF.time })
    return { by: `PT${Math.round((handoff.epochMilliseconds + minutes * 60_000 - world.nowMs) / 1000)}S` }
  })

const theDayAfterTomorrow = (today: Temporal.PlainDate) => today.add({ days: 2 })

/** A day of the next season in which clocks go differently from today. */
function whenClocksDiffer(today: Temporal.PlainDate): Temporal.PlainDate {
  const isSummer = today.month > 3 && today.month < 11
  const day = today.with(isSummer ? { month: 12, day: 15 } : { month: 6, day: 15 })
  return Temporal.PlainDate.compare(day, today) > 0 ? day : day.add({ years: 1 })
}

/** The handoff is at the stated local time, in summer as in winter (On-call 7). */
export const SUMMER_TIME_SCRIPTS: readonly Script[] = [
  script(['createSchedule', 'listSchedules'], (call) =>
    [theDayAfterTomorrow, whenClocksDiffer].map((day) => [
      call('createSchedule', { body: inBerlin }),
      toHandoff(day, -10),
      call('listSchedules'),
      advance('PT20M'),
      call('listSchedules'),
    ]),
  ),
]
