import { checkedBody } from '../../../request/checked-body.ts'
import type { OperationId } from '../../../request/operation-types.ts'
import { isTakenName, spelledAlike } from '../../../request/same-name.ts'
import { refusal } from '../../../rules/rule.ts'
import { textBeside } from '../queries/text-beside.ts'

export const changeEmpty = refusal({
  id: 'oncall.change-empty',
  says: 'A change without any field may be refused.',
  checklist: ['ONC-09', 'ONC-12'],
  where: 'Endpoints, On-call, operations 14 and 23',
  provenance: 'assumed',
  stage: 'validation',
  status: 'general.validation-status',
  on: ['updateSchedule', 'updateEscalationPolicy'],
  when(context) {
    const body = checkedBody(context)
    const named = ['name', 'timezone', 'participants', 'handoff', 'repeat', 'steps']
    return body && !named.some((field) => field in body) && context.gap('general.empty-patch') === 'refuse'
      ? 'nothing to change is named'
      : undefined
  },
})

/** The tables within which a name must be unique. */
const KINDS = {
  createSchedule: 'OncallSchedule',
  updateSchedule: 'OncallSchedule',
  createEscalationPolicy: 'OncallEscalationPolicy',
  updateEscalationPolicy: 'OncallEscalationPolicy',
  createAlertSource: 'OncallAlertSource',
  createOncallService: 'OncallService',
} as const satisfies Partial<Record<OperationId, string>>

export const nameTaken = refusal({
  id: 'oncall.name-taken',
  says: 'A second resource with the same name may be refused.',
  checklist: ['ONC-09', 'ONC-12', 'ONC-13', 'ONC-18'],
  where: 'nowhere mentioned',
  provenance: 'assumed',
  stage: 'conflict',
  status: 'general.taken-name-status',
  on: Object.keys(KINDS) as (keyof typeof KINDS)[],
  when(context) {
    const name = textBeside(checkedBody(context) ?? {}, 'name')
    const kind = Object.entries(KINDS).find(([id]) => id === context.operation.id)?.[1]
    if (name === undefined || !kind) return undefined
    const others = Iterator.from(context.oldest(kind, 'name', context.caller.org, spelledAlike(name))).filter(
      (row) => row !== context.named(kind) && !('revoked' in row && row.revoked),
    )
    return isTakenName(context, name, others) ? `there is a ${name} already` : undefined
  },
})
