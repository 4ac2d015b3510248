import { isObject } from '../../../../contract/json.ts'
import type { RefusalContext } from '../../../request/contexts.ts'
import { isTakenName } from '../../../request/same-name.ts'
import { isRepeatable } from '../../../rules/general/repeated-deletion.ts'
import { refusal } from '../../../rules/rule.ts'
import { askedMonitor } from '../queries/asked-monitor.ts'
import { quotaReached } from '../queries/quota.ts'
import { settingsOf } from '../queries/settings.ts'
import { quotaBeforeRelay } from '../statements/index.ts'

/** The reason of a refusal by the quota that staff have set, or by the usual one where they have set none. */
function overQuota(context: RefusalContext, by: 'set' | 'usual'): string | undefined {
  const isSet = settingsOf(context, context.caller.org).monitorQuota !== undefined
  if (isSet !== (by === 'set') || !quotaReached(context)) return undefined
  context.cite(quotaBeforeRelay)
  return 'the monitor quota is reached'
}

const QUOTA = {
  checklist: ['UPT-05', 'LIM-03'],
  stage: 'entitlement',
  status: 403,
  on: ['createMonitor'],
} as const

export const quotaExhausted = refusal({
  ...QUOTA,
  id: 'uptime.quota-reached',
  says: 'An organization that has reached its monitor quota gets 403 when it creates another.',
  where: 'Limits, monitor quota; Errors, Uptime (all)',
  provenance: 'stated',
  when: (context) => overQuota(context, 'set'),
})

export const usualQuotaExhausted = refusal({
  ...QUOTA,
  id: 'uptime.usual-quota-reached',
  says: 'There is a quota even if staff have not set one; its size is open.',
  where: 'Limits, monitor quota (its value is not shown)',
  provenance: 'assumed',
  statedWith: 'uptime.monitor-quota',
  when: (context) => overQuota(context, 'usual'),
})

const deleted = (context: RefusalContext) =>
  context.named('UptimeMonitor')?.deleted ? `there is no monitor ${context.parameters.id}` : undefined

export const monitorDeleted = refusal({
  id: 'uptime.monitor-deleted',
  says: 'A deleted monitor answers 404.',
  checklist: ['UPT-05', 'UPT-01'],
  where: 'Endpoints, Uptime, row 11; Errors, Uptime (all)',
  provenance: 'stated',
  stage: 'existence',
  status: 404,
  on: ['getMonitor', 'updateMonitor', 'deleteMonitor'],
  when: (context) => {
    const reason = deleted(context)
    return reason !== undefined && isRepeatable(context) ? undefined : reason
  },
})

export const historyDeleted = refusal({
  id: 'uptime.history-of-deleted',
  says: 'The history of a deleted monitor is kept; whether it can still be read is open.',
  checklist: ['UPT-05'],
  where: 'Endpoints, Uptime, row 11; Errors, Uptime (all)',
  provenance: 'assumed',
  stage: 'existence',
  status: 404,
  on: ['getMonitorMetrics', 'listMonitorFailures', 'listMonitorTransitions'],
  when: (context) => {
    const reason = deleted(context)
    return reason !== undefined && context.gap('uptime.deleted-history') === 'gone' ? reason : undefined
  },
})

export const serviceUnknown = refusal({
  id: 'uptime.unknown-service-named',
  says: 'A monitor cannot be attached to a service that the organization does not have; the status is open.',
  checklist: ['UPT-01', 'UPT-05'],
  where: 'Errors, Uptime (all), 404; Endpoints, Uptime, row 8',
  provenance: 'stated',
  stage: 'existence',
  status: 'uptime.unknown-service-status',
  on: ['createMonitor', 'updateMonitor'],
  when: (context) => {
    const id = askedMonitor(context)?.named.serviceId
    if (id === undefined || (id === '' && context.gap('uptime.empty-service-id') === 'no-service')) return undefined
    return context.get('UptimeService', context.caller.org, id) ? undefined : `there is no service ${id}`
  },
})

export const kindInPatch = refusal({
  id: 'uptime.kind-in-patch',
  says: 'A PATCH with a kind may be refused, because a kind cannot be changed.',
  checklist: ['UPT-05'],
  where: 'Endpoints, Uptime, row 10 (immutable; refused or ignored is not said)',
  provenance: 'assumed',
  stage: 'validation',
  status: 'general.validation-status',
  on: ['updateMonitor'],
  when: (context) => {
    const monitor = context.named('UptimeMonitor')
    if (!monitor || !isObject(context.given) || context.given.kind === undefined) return undefined
    const choice = context.gap('uptime.kind-in-patch')
    if (choice === 'ignore' || (choice === 'refuse-other' && context.given.kind === monitor.kind)) return undefined
    return 'the kind of a monitor cannot be changed'
  },
})

export const changeEmpty = refusal({
  id: 'uptime.change-empty',
  says: 'Updating a monitor without any field may be refused.',
  checklist: ['UPT-05'],
  where: 'Endpoints, Uptime, row 10 (not said)',
  provenance: 'assumed',
  stage: 'validation',
  status: 'general.validation-status',
  on: ['updateMonitor'],
  when: (context) => {
    const { body, given } = context
    // A kind is no field of a change and has a rule of its own.
    const isEmpty = isObject(body) && Object.keys(body).length === 0 && !(isObject(given) && 'kind' in given)
    return isEmpty && context.gap('general.empty-patch') === 'refuse' ? 'nothing to change is named' : undefined
  },
})

export const nameShared = refusal({
  id: 'uptime.name-shared',
  says: 'A second monitor or export token with the same name may be refused; the contract does not say that names are unique.',
  checklist: ['UPT-05', 'UPT-08'],
  where: 'Endpoints, Uptime, rows 8, 10 and 16 (not said)',
  provenance: 'assumed',
  stage: 'conflict',
  status: 'general.taken-name-status',
  on: ['createMonitor', 'updateMonitor', 'createExportToken'],
  when: (context) => {
    const { body, caller, operation } = context
    if (!isObject(body) || typeof body.name !== 'string') return undefined
    const table = operation.id === 'createExportToken' ? 'UptimeExportToken' : 'UptimeMonitor'
    const itself = context.named('UptimeMonitor')
    const others = Iterator.from(context.newest(table, 'live', caller.org)).filter((row) => row !== itself)
    return isTakenName(context, body.name, others) ? 'this name is taken' : undefined
  },
})

export const tokenAlreadyRevoked = refusal({
  id: 'uptime.token-already-revoked',
  says: 'Revoking an export token again may be refused.',
  checklist: ['UPT-08'],
  where: 'States, switches; Errors, Uptime (services and monitors only)',
  provenance: 'assumed',
  stage: 'existence',
  status: 'uptime.unknown-token-status',
  on: ['revokeExportToken'],
  when: (context) =>
    context.named('UptimeExportToken')?.revoked && !isRepeatable(context)
      ? `there is no export token ${context.parameters.id}`
      : undefined,
})
