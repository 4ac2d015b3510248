import type { components } from '../../../../../contract/generated/api.ts'
import { isListedFor } from '../../../../access/permits.ts'
import { listed } from '../../../../request/listed.ts'
import type { Transaction } from '../../../../world/transaction.ts'
import type { Effect } from '../../../area.ts'
import { keptHandoff } from '../../queries/schedules/handoff.ts'
import { onCallAt } from '../../queries/schedules/on-call.ts'
import { untilMs } from '../../queries/schedules/until.ts'
import { overrideView } from '../../queries/views.ts'
import type { ScheduleRow } from '../../state/index.ts'
import { overrideFlagged, overrideListed } from '../../statements/overrides.ts'
import { onCallAtRead, schedulePatchOnlyNamed } from '../../statements/schedules.ts'

type Schedule = components['schemas']['OncallSchedule']

export const listSchedules: Effect<'listSchedules'> = (context) => {
  const { caller } = context
  const seen = Iterator.from(context.oldest('OncallSchedule', 'all', caller.org)).filter(({ id }) =>
    isListedFor(context, caller, 'oncall', id),
  )
  return { schedules: listed(context, seen, ({ name }) => name).map((schedule) => scheduleView(context, schedule)) }
}

export const createSchedule: Effect<'createSchedule'> = (context) => {
  const { name, timezone, participants, handoff } = context.body
  const startMs = context.nowMs
  const schedule = context.put('OncallSchedule', {
    id: context.fresh.id('OncallSchedule'),
    org: context.caller.org,
    seq: context.serial(),
    name,
    timezone,
    participants,
    handoff: keptHandoff(context, handoff, { timezone, startMs }),
    createdAt: context.fresh.time(context.nowMs),
    startMs,
    changedAtMs: context.nowMs,
  })
  return scheduleView(context, schedule)
}

export const updateSchedule: Effect<'updateSchedule'> = (context) => {
  const before = context.the('OncallSchedule')
  context.cite(schedulePatchOnlyNamed)
  const { name = before.name, timezone = before.timezone, participants, handoff } = context.body
  const turns = participants ?? handoff ?? context.body.timezone
  const restarts = turns !== undefined && context.gap('oncall.rotation-after-change') === 'restart'
  const startMs = restarts ? context.nowMs : before.startMs
  const schedule = context.put('OncallSchedule', {
    ...before,
    name,
    timezone,
    participants: participants ?? before.participants,
    handoff: handoff ? keptHandoff(context, handoff, { timezone, startMs }, before.handoff) : before.handoff,
    startMs,
    changedAtMs: context.nowMs,
  })
  return scheduleView(context, schedule)
}

export const deleteSchedule: Effect<'deleteSchedule'> = (context) => {
  const { org, id } = context.the('OncallSchedule')
  for (const override of [...context.oldest('OncallOverride', 'parent', org, id)])
    context.remove('OncallOverride', org, id, override.id)
  context.remove('OncallSchedule', org, id)
  return undefined
}

function scheduleView(context: Transaction, schedule: ScheduleRow): Schedule {
  const { id, name, timezone, participants, handoff, createdAt } = schedule
  const onCallNow = onCallView(context, schedule)
  return {
    id,
    name,
    timezone,
    participants: participants.map(({ userId, label }) => ({ userId, label })),
    handoff,
    ...(onCallNow && { onCallNow }),
    overrides: overridesShown(context, schedule),
    createdAt,
  }
}

/** Worked out at the moment of reading, never kept (Endpoints, On-call, operation 5). */
function onCallView(context: Transaction, schedule: ScheduleRow): Schedule['onCallNow'] {
  if (context.gap('oncall.on-call-now-shown') === 'never') return undefined
  context.cite(onCallAtRead)
  const atMs = context.nowMs
  const now = onCallAt(context, schedule, atMs)
  if (!now) return undefined
  const { userId, label, override } = now
  const until = context.fresh.time(untilMs(context, schedule, now, atMs))
  context.cite(overrideFlagged)
  return { userId, label, until, override }
}

function overridesShown(context: Transaction, { org, id }: ScheduleRow): Schedule['overrides'] {
  const isOver = (toMs: number) => toMs <= context.nowMs && context.gap('oncall.past-overrides') === 'omit'
  context.cite(overrideListed)
  const overrides = [...context.oldest('OncallOverride', 'parent', org, id)]
  return overrides.filter(({ span }) => !span || !isOver(span.toMs)).map(overrideView)
}
