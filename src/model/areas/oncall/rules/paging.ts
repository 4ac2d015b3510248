import { checkedBody } from '../../../request/checked-body.ts'
import type { RefusalContext } from '../../../request/contexts.ts'
import { type Refusal, refusal } from '../../../rules/rule.ts'
import { pagingRow } from '../queries/paging-row.ts'
import { credentialOf } from '../queries/provider.ts'
import { savedPhone } from '../queries/saved-phone.ts'

type Body = NonNullable<ReturnType<typeof checkedBody<'savePagingSettings'>>>

/** A rule about paging settings that their schema lets through. */
function pagingRule(
  rule: Pick<Refusal, 'id' | 'says'> & Partial<Refusal>,
  wrong: (body: Body, context: RefusalContext) => string | false,
): Refusal {
  return refusal({
    checklist: ['ONC-15'],
    where: 'Endpoints, On-call, operation 9',
    provenance: 'assumed',
    stage: 'validation',
    status: 'general.validation-status',
    on: ['savePagingSettings'],
    when(context) {
      const body = checkedBody<'savePagingSettings'>(context)
      return (body && wrong(body, context)) || undefined
    },
    ...rule,
  })
}

const needsProvider = ({ rules = [] }: Body): boolean => rules.some(({ channel }) => channel !== 'email')
const E164 = /^\+[1-9]\d{1,14}$/

export const phoneUnfit = pagingRule(
  {
    id: 'oncall.phone-unfit',
    says: 'A phone that is not in E.164 form, or missing where sms or voice needs it, may be refused.',
  },
  (body, context) => {
    const needed = needsProvider(body)
    const phone = body.phone === undefined && !needed ? undefined : phoneAfter(context, body)
    if (phone === undefined ? !needed : E164.test(phone)) return false
    const refused = context.gap('oncall.bad-phone')
    if (refused !== 'refuse' && !(refused === 'refuse-when-needed' && needed)) return false
    return phone ? 'phone is not in E.164 form' : 'sms and voice need a phone'
  },
)

function phoneAfter(context: RefusalContext, { phone }: Body): string | undefined {
  const { org, userId } = context.caller
  return savedPhone(context, phone, phone === undefined ? pagingRow(context, org, userId)?.phone : undefined)
}

export const smsWithoutCredential = pagingRule(
  {
    id: 'oncall.sms-without-credential',
    says: 'Saving sms or voice rules without a provider credential may be refused.',
    stage: 'conflict',
    status: 'oncall.sms-without-credential-status',
  },
  (body, context) =>
    needsProvider(body) &&
    !credentialOf(context, context.caller.org) &&
    context.gap('oncall.sms-without-credential') === 'refuse' &&
    'the organization has no provider credential',
)

export const rulesEmpty = pagingRule(
  { id: 'oncall.rules-empty', says: 'Saving no rules may be refused.' },
  ({ rules }, context) =>
    rules?.length === 0 && context.gap('oncall.empty-rules') === 'refuse' && 'at least one rule is needed',
)

export const rulesDuplicate = pagingRule(
  { id: 'oncall.rules-duplicate', says: 'Duplicate rules may be refused.' },
  ({ rules = [] }, context) =>
    new Set(rules.map(({ channel, delaySeconds }) => `${channel} ${delaySeconds}`)).size < rules.length &&
    context.gap('oncall.duplicate-rules') === 'refuse' &&
    'two rules are equal',
)
