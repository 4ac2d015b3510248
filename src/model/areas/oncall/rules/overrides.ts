import { checkedBody } from '../../../request/checked-body.ts'
import type { RefusalContext } from '../../../request/contexts.ts'
import { type Refusal, refusal } from '../../../rules/rule.ts'
import { readSpan, type Span } from '../queries/schedules/override-times.ts'

/** A rule about values of an override that its schema lets through. */
function overrideRule(rule: Pick<Refusal, 'id' | 'says' | 'when'> & Partial<Refusal>): Refusal {
  return refusal({
    checklist: ['ONC-11'],
    where: 'Endpoints, On-call, operation 22',
    provenance: 'assumed',
    stage: 'validation',
    status: 'general.validation-status',
    on: ['addOverride'],
    ...rule,
  })
}

function spanOf(context: RefusalContext): Span | undefined {
  const body = checkedBody<'addOverride'>(context)
  const schedule = context.named('OncallSchedule')
  return body && schedule && readSpan(context, schedule, body)
}

export const overrideUnreadable = overrideRule({
  id: 'oncall.override-time-unreadable',
  says: 'An override with a malformed time may be refused.',
  when: (context) =>
    checkedBody(context) &&
    context.named('OncallSchedule') &&
    !spanOf(context) &&
    context.gap('oncall.override-time-forms') !== 'any'
      ? 'startsAt and endsAt are not both times'
      : undefined,
})

export const overrideReversed = overrideRule({
  id: 'oncall.override-reversed',
  says: 'An override that does not end after its start may be refused.',
  when(context) {
    const span = spanOf(context)
    return span && span.toMs <= span.fromMs && context.gap('oncall.override-reversed') === 'refuse'
      ? 'endsAt is not after startsAt'
      : undefined
  },
})

export const overridePast = overrideRule({
  id: 'oncall.override-past',
  says: 'An override in the past may be refused.',
  when(context) {
    const span = spanOf(context)
    return span && span.toMs <= context.nowMs && context.gap('oncall.override-in-past') === 'refuse'
      ? 'this override would be over'
      : undefined
  },
})

export const overrideOver = overrideRule({
  id: 'oncall.override-over',
  says: 'An override that is over may be there no more.',
  where: 'Endpoints, On-call, operation 26 (whether past overrides are kept is not said)',
  stage: 'existence',
  status: 'general.unknown-status',
  on: ['removeOverride'],
  when(context) {
    const span = context.named('OncallOverride')?.span
    return span && span.toMs <= context.nowMs && context.gap('oncall.past-override-removed') === 'refuse'
      ? 'this override is over'
      : undefined
  },
})

export const overrideUserUnknown = overrideRule({
  id: 'oncall.override-user-unknown',
  says: 'An override for a user outside the organization may be refused.',
  stage: 'existence',
  status: 'oncall.unknown-body-id-status',
  when(context) {
    const userId = checkedBody<'addOverride'>(context)?.userId
    if (userId === undefined || context.get('Membership', context.caller.org, userId)) return undefined
    return context.gap('oncall.unknown-users') === 'refuse' ? `there is no user ${userId}` : undefined
  },
})

export const overrideOverlaps = overrideRule({
  id: 'oncall.override-overlaps',
  says: 'Overlapping overrides of one schedule may be refused.',
  stage: 'conflict',
  status: 'oncall.override-overlap-status',
  when(context) {
    const span = spanOf(context)
    const schedule = context.named('OncallSchedule')
    if (!span || !schedule) return undefined
    for (const { span: other } of context.oldest('OncallOverride', 'parent', schedule.org, schedule.id))
      if (other && other.fromMs < span.toMs && span.fromMs < other.toMs)
        return context.gap('oncall.override-overlap') === 'refuse' ? 'this override overlaps another' : undefined
    return undefined
  },
})
