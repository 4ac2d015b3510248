import { checkedBody } from '../../../request/checked-body.ts'
import type { RefusalContext } from '../../../request/contexts.ts'
import { type Refusal, refusal } from '../../../rules/rule.ts'
import type { Step } from '../state/index.ts'

export const policyReferenced = refusal({
  id: 'oncall.policy-referenced',
  says: 'A policy that a service references cannot be deleted.',
  checklist: ['ONC-12'],
  where: 'Endpoints, On-call, operation 24; Errors, stated for on-call',
  provenance: 'stated',
  stage: 'conflict',
  status: 409,
  on: ['deleteEscalationPolicy'],
  when(context) {
    const policy = context.named('OncallEscalationPolicy')
    if (!policy) return undefined
    const [service] = context.oldest('OncallService', 'policy', policy.org, policy.id)
    return service && 'a service references this policy'
  },
})

export const policyUnknown = refusal({
  id: 'oncall.policy-unknown',
  says: 'Attaching an unknown policy may be refused.',
  checklist: ['ONC-13'],
  where: 'Endpoints, On-call, operation 12',
  provenance: 'assumed',
  stage: 'existence',
  status: 'oncall.unknown-body-id-status',
  on: ['setServiceEscalationPolicy'],
  when(context) {
    const id = checkedBody<'setServiceEscalationPolicy'>(context)?.escalationPolicyId
    if (typeof id !== 'string' || context.get('OncallEscalationPolicy', context.caller.org, id)) return undefined
    return context.gap('oncall.unknown-policy-attached') === 'refuse' ? `there is no policy ${id}` : undefined
  },
})

export const attachedAlready = refusal({
  id: 'oncall.attached-already',
  says: 'Attaching a policy that is attached, or detaching where none is, may be refused.',
  checklist: ['ONC-13'],
  where: 'Endpoints, On-call, operation 12 (not said)',
  provenance: 'assumed',
  stage: 'conflict',
  status: 'oncall.repeat-attach-status',
  on: ['setServiceEscalationPolicy'],
  when(context) {
    const [service, body] = [context.named('OncallService'), checkedBody<'setServiceEscalationPolicy'>(context)]
    if (!service || !body || (service.escalationPolicyId ?? null) !== body.escalationPolicyId) return undefined
    if (context.gap('oncall.repeat-attach') === 'accept') return undefined
    return body.escalationPolicyId === null ? 'no policy is attached' : 'this policy is attached already'
  },
})

/** A rule about the steps of a policy that their schema lets through. */
function stepsRule(
  rule: Pick<Refusal, 'id' | 'says'> & Partial<Refusal>,
  wrong: (steps: readonly Step[], context: RefusalContext) => string | undefined | false,
): Refusal {
  return refusal({
    checklist: ['ONC-12'],
    where: 'Endpoints, On-call, operations 19 and 23',
    provenance: 'assumed',
    stage: 'validation',
    status: 'general.validation-status',
    on: ['createEscalationPolicy', 'updateEscalationPolicy'],
    when(context) {
      const steps = checkedBody<'createEscalationPolicy'>(context)?.steps
      return (steps && wrong(steps, context)) || undefined
    },
    ...rule,
  })
}

export const stepsEmpty = stepsRule(
  { id: 'oncall.steps-empty', says: 'A policy without steps may be refused.' },
  (steps, context) => steps.length === 0 && context.gap('oncall.empty-steps') === 'refuse' && 'a policy needs a step',
)

export const targetsUnknown = stepsRule(
  {
    id: 'oncall.targets-unknown',
    says: 'A step that targets an unknown schedule or user may be refused.',
    stage: 'existence',
    status: 'oncall.unknown-body-id-status',
  },
  (steps, context) => {
    const missing = steps.find(({ target }) => !exists(target, context))?.target
    return missing && context.gap('oncall.unknown-targets') === 'refuse' && `there is no ${missing.kind} ${missing.id}`
  },
)

function exists({ kind, id }: Step['target'], context: RefusalContext): boolean {
  return context.get(kind === 'user' ? 'Membership' : 'OncallSchedule', context.caller.org, id) !== undefined
}

export const numbersNegative = refusal({
  id: 'oncall.numbers-negative',
  says: 'A negative repeat, waitSeconds or delaySeconds may be refused.',
  checklist: ['ONC-12', 'ONC-15'],
  where: 'Resources, OncallEscalationPolicy and OncallNotificationRule (no bounds)',
  provenance: 'assumed',
  stage: 'validation',
  status: 'general.validation-status',
  on: ['createEscalationPolicy', 'updateEscalationPolicy', 'savePagingSettings'],
  when(context) {
    const { repeat = 0, steps = [] } = checkedBody<'createEscalationPolicy'>(context) ?? {}
    const { rules = [] } = checkedBody<'savePagingSettings'>(context) ?? {}
    const numbers: readonly (readonly [string, number])[] = [
      ['repeat', repeat],
      ...steps.map(({ waitSeconds }, index) => [`steps.${index}.waitSeconds`, waitSeconds] as const),
      ...rules.map(({ delaySeconds }, index) => [`rules.${index}.delaySeconds`, delaySeconds] as const),
    ]
    const negative = numbers.find(([, number]) => number < 0)
    if (!negative || context.gap('oncall.negative-numbers') !== 'refuse') return undefined
    return `${negative[0]} must not be negative`
  },
})
