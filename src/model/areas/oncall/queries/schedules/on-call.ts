import type { Reader } from '../../../../world/reader.ts'
import type { OverrideRow, Person, ScheduleRow } from '../../state/index.ts'
import { overrideBounded, overrideWins } from '../../statements/overrides.ts'
import { orderShifts, rotationInZone } from '../../statements/schedules.ts'
import { remainder } from './days.ts'
import { handoffDay, MIDNIGHT, readClock } from './handoff.ts'
import { type ShiftPlan, shiftAt, shiftStartMs } from './shifts.ts'
import { zoneRun } from './zones.ts'

export interface OnCall extends Person {
  /** End of the shift or of the override itself. */
  readonly endMs: number
  readonly override: boolean
}

/** The person on call at an instant: an active override comes first, then the rotation. */
export function onCallAt(context: Reader, schedule: ScheduleRow, atMs: number): OnCall | undefined {
  const override = activeOverride(context, schedule, atMs)
  if (!override?.span) return inRotation(context, schedule, atMs)
  context.cite(overrideWins)
  const { userId, label, span } = override
  return { userId, label, endMs: span.toMs, override: true }
}

/** The person on call at an instant if there were no overrides. */
export function inRotation(context: Reader, schedule: ScheduleRow, atMs: number): OnCall | undefined {
  context.cite(orderShifts)
  const order = schedule.participants
  if (order.length === 0) return undefined
  const plan = planOf(context, schedule)
  const shift = shiftAt(plan, atMs)
  const person = order[remainder(turn(context, plan, schedule, shift), order.length)]
  return person && { ...person, endMs: shiftStartMs(plan, shift + 1), override: false }
}

/** The number of shifts since the start of the rotation. */
function turn(context: Reader, plan: ShiftPlan, { startMs }: ScheduleRow, shift: number): number {
  if (context.gap('oncall.rotation-start') === 'unix-epoch') return shift
  const first = shiftAt(plan, startMs)
  const turns = shift - first
  const early = shiftStartMs(plan, first) < startMs
  return early && turns > 0 && context.gap('oncall.first-shift') === 'joins-next' ? turns - 1 : turns
}

function planOf(context: Reader, schedule: ScheduleRow): ShiftPlan {
  context.cite(rotationInZone)
  return {
    zone: zoneRun(schedule.timezone),
    weekly: schedule.handoff.interval === 'weekly',
    day: schedule.handoff.interval === 'weekly' ? handoffDay(context, schedule) : 1,
    time: readClock(context, schedule.handoff.time) ?? MIDNIGHT,
    atClockChange: context.gap('oncall.handoff-at-clock-change'),
  }
}

/** The override that holds at an instant; which of several is a gap. */
function activeOverride(context: Reader, { org, id }: ScheduleRow, atMs: number): OverrideRow | undefined {
  const active = [...context.oldest('OncallOverride', 'parent', org, id)].filter((one) => holdsAt(context, one, atMs))
  if (active.length < 2) return active[0]
  const wins = context.gap('oncall.override-overlap')
  if (wins === 'first-added-wins') return active[0]
  if (wins !== 'latest-start-wins') return active.at(-1)
  return active.toSorted((a, b) => (a.span?.fromMs ?? 0) - (b.span?.fromMs ?? 0)).at(-1)
}

function holdsAt(context: Reader, { span }: OverrideRow, atMs: number): boolean {
  if (!span || atMs < span.fromMs) return false
  if (atMs < span.toMs) return true
  context.cite(overrideBounded)
  return false
}
