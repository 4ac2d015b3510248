import { refusal } from '../../../rules/rule.ts'

const LIST = { checklist: ['ONC-06'], where: 'Endpoints, On-call, operation 4', provenance: 'stated' } as const

export const filterUnknown = refusal({
  ...LIST,
  id: 'oncall.status-filter-unknown',
  says: 'An unknown status filter may be refused.',
  provenance: 'assumed',
  stage: 'validation',
  status: 'general.validation-status',
  on: ['listIncidents'],
  when(context) {
    const { status } = context.query
    if (status === undefined || Object.hasOwn(context.gap('oncall.status-filter-values'), status)) return undefined
    return context.gap('oncall.unknown-status-filter') === 'refuse' ? `${status} is not an incident status` : undefined
  },
})
