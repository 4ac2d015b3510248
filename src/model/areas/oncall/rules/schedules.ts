import { checkedBody } from '../../../request/checked-body.ts'
import type { RefusalContext } from '../../../request/contexts.ts'
import { type Refusal, refusal } from '../../../rules/rule.ts'
import { dayInRange } from '../queries/schedules/days.ts'
import { readClock } from '../queries/schedules/handoff.ts'
import { zoneTaken } from '../queries/schedules/zones.ts'

export const scheduleTargeted = refusal({
  id: 'oncall.schedule-targeted',
  says: 'A schedule that an escalation step targets cannot be deleted.',
  checklist: ['ONC-09'],
  where: 'Endpoints, On-call, operation 15; Errors, stated for on-call',
  provenance: 'stated',
  stage: 'conflict',
  status: 409,
  on: ['deleteSchedule'],
  when(context) {
    const schedule = context.named('OncallSchedule')
    if (!schedule) return undefined
    for (const { steps } of context.oldest('OncallEscalationPolicy', 'all', schedule.org))
      if (steps.some(({ target }) => target.kind === 'schedule' && target.id === schedule.id))
        return 'an escalation step targets this schedule'
    return undefined
  },
})

type Body = NonNullable<ReturnType<typeof checkedBody<'createSchedule'>>>

/** A rule about values of a schedule that its schema lets through. */
function scheduleRule(
  rule: Pick<Refusal, 'id' | 'says'> & Partial<Refusal>,
  wrong: (body: Body, context: RefusalContext) => string | undefined | false,
): Refusal {
  return refusal({
    checklist: ['ONC-09'],
    where: 'Endpoints, On-call, operations 7 and 14',
    provenance: 'assumed',
    stage: 'validation',
    status: 'general.validation-status',
    on: ['createSchedule', 'updateSchedule'],
    when(context) {
      const body = checkedBody<'createSchedule'>(context)
      return (body && wrong(body, context)) || undefined
    },
    ...rule,
  })
}

export const participantsEmpty = scheduleRule(
  { id: 'oncall.participants-empty', says: 'A rotation without participants may be refused.' },
  ({ participants }, context) =>
    participants?.length === 0 && context.gap('oncall.empty-participants') === 'refuse' && 'a rotation needs somebody',
)

export const participantsDuplicate = scheduleRule(
  { id: 'oncall.participants-duplicate', says: 'A rotation with the same participant twice may be refused.' },
  ({ participants = [] }, context) =>
    new Set(participants.map(({ userId }) => userId)).size < participants.length &&
    context.gap('oncall.duplicate-participants') === 'refuse' &&
    'somebody takes part twice',
)

export const participantsUnknown = scheduleRule(
  {
    id: 'oncall.participants-unknown',
    says: 'A participant outside the organization may be refused.',
    stage: 'existence',
    status: 'oncall.unknown-body-id-status',
  },
  ({ participants = [] }, context) => {
    const stranger = participants.find(({ userId }) => !context.get('Membership', context.caller.org, userId))
    return stranger && context.gap('oncall.unknown-users') === 'refuse' && `there is no user ${stranger.userId}`
  },
)

export const zoneUnknown = scheduleRule(
  { id: 'oncall.timezone-unknown', says: 'An unknown time zone may be refused.' },
  ({ timezone }, context) =>
    timezone !== undefined && !zoneTaken(context, timezone) && `${timezone} is not a known time zone`,
)

export const handoffTimeUnreadable = scheduleRule(
  { id: 'oncall.handoff-time-unreadable', says: 'A malformed or impossible handoff time may be refused.' },
  ({ handoff }, context) => handoff && !readClock(context, handoff.time) && `${handoff.time} is not a time of day`,
)

export const dayOutOfRange = scheduleRule(
  { id: 'oncall.dow-out-of-range', says: 'A handoff day out of range may be refused.' },
  ({ handoff }, context) =>
    handoff?.dow !== undefined &&
    !dayInRange(context, handoff.dow) &&
    context.gap('oncall.dow-out-of-range') === 'refuse' &&
    `${handoff.dow} is not a day of the week`,
)

export const weeklyWithoutDay = scheduleRule(
  { id: 'oncall.weekly-without-dow', says: 'A weekly handoff without a day may be refused.' },
  ({ handoff }, context) =>
    handoff?.interval === 'weekly' &&
    handoff.dow === undefined &&
    !keepsDay(context) &&
    context.gap('oncall.weekly-without-dow') === 'refuse' &&
    'a weekly handoff needs a day',
)

export const dailyWithDay = scheduleRule(
  { id: 'oncall.daily-with-dow', says: 'A daily handoff with a day may be refused.' },
  ({ handoff }, context) =>
    handoff?.interval === 'daily' &&
    handoff.dow !== undefined &&
    context.gap('oncall.daily-with-dow') === 'refuse' &&
    'a daily handoff has no day',
)

/** A change without a day may keep the one there is. */
function keepsDay(context: RefusalContext): boolean {
  const before = context.named('OncallSchedule')?.handoff.dow
  return before !== undefined && context.gap('oncall.handoff-update-without-dow') === 'keep'
}
