import type { Effect } from '../../../area.ts'
import { readSpan } from '../../queries/schedules/override-times.ts'
import { overrideView } from '../../queries/views.ts'

export const addOverride: Effect<'addOverride'> = (context) => {
  const schedule = context.the('OncallSchedule')
  const { userId, label, startsAt, endsAt } = context.body
  const span = readSpan(context, schedule, context.body)
  const echoed = !span || context.gap('oncall.override-time-echo') === 'as-given'
  const override = context.put('OncallOverride', {
    id: context.fresh.id('OncallOverride'),
    org: schedule.org,
    seq: context.serial(),
    scheduleId: schedule.id,
    userId,
    label,
    startsAt: echoed ? startsAt : context.fresh.time(span.fromMs),
    endsAt: echoed ? endsAt : context.fresh.time(span.toMs),
    span,
  })
  return overrideView(override)
}

export const removeOverride: Effect<'removeOverride'> = (context) => {
  const { org, scheduleId, id } = context.the('OncallOverride')
  context.remove('OncallOverride', org, scheduleId, id)
  return undefined
}
