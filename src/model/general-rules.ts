import { AREAS, type Area } from '../contract/areas.ts'
import type { RefusalContext } from './context.ts'
import { type Refusal, refusal } from './rule.ts'
import { TABLES, type TableName } from './state.ts'

/** Registry and on-call are missing from the list of areas that need a caller (Authentication, point 1). */
const CALLER_STATED: readonly Area[] = ['tokens', 'iam', 'organization', 'email', 'clusters', 'uptime']
const CALLER_OPEN: readonly Area[] = ['registry', 'oncall']

/** What the 404 rows name: any email resource, a cluster, an uptime service or monitor (Errors). */
const UNKNOWN_IS_404 = /^(Email\w+|Cluster|UptimeService|UptimeMonitor)$/

const noCaller = ({ credential }: RefusalContext) =>
  credential === undefined ? 'unauthenticated' : 'this credential is not valid'

export const callerNeeded = refusal({
  id: 'general.caller-needed',
  says: 'Without an authenticated caller the answer is 401.',
  checklist: ['GEN-05'],
  where: 'Authentication, point 1; Errors',
  provenance: 'stated',
  stage: 'authentication',
  status: 401,
  on: { areas: CALLER_STATED },
  when: noCaller,
})

export const callerNeededOpen = refusal({
  id: 'general.caller-needed-open',
  says: 'An operation acts on the organization of its caller, so it needs one; the status is open.',
  checklist: ['GEN-05'],
  where: 'Conventions; Authentication, point 1',
  provenance: 'stated',
  stage: 'authentication',
  status: 'general.unauthenticated-status',
  on: { areas: CALLER_OPEN },
  when: noCaller,
})

/** Asked only when there is no caller. */
export const AUTHENTICATION_RULES: readonly Refusal[] = [callerNeeded, callerNeededOpen]

export const inputInvalid = refusal({
  id: 'general.input-invalid',
  says: 'A request that lacks a required field, or has a value outside its type or enumeration, is refused.',
  checklist: ['GEN-08', 'REG-24'],
  where: 'Conventions; Errors (no status for it in most groups)',
  provenance: 'stated',
  stage: 'validation',
  status: 'general.validation-status',
  on: { areas: AREAS },
  when: ({ violations }) => violations[0]?.message,
})

const unknownThing = (context: RefusalContext, stated: boolean): string | undefined => {
  const { operation, parameters, caller } = context
  const key = [caller.org]
  for (const { name, names, in: place } of operation.parameters) {
    if (place !== 'path') continue
    key.push(parameters[name] ?? '')
    if (names && isTable(names) && !context.get(names, ...key))
      return UNKNOWN_IS_404.test(names) === stated ? `there is no ${words(names)} ${parameters[name]}` : undefined
  }
  return undefined
}

export const unknownStated = refusal({
  id: 'general.unknown-resource',
  says: 'What the caller cannot see, or does not exist, is unknown: 404.',
  checklist: ['EML-01', 'CLU-01', 'UPT-01', 'GEN-04'],
  where: 'Errors, the 404 rows',
  provenance: 'stated',
  stage: 'existence',
  status: 404,
  on: { areas: ['email', 'clusters', 'uptime'] },
  when: (context) => unknownThing(context, true),
})

export const unknownOpen = refusal({
  id: 'general.unknown-resource-open',
  says: 'What the caller cannot see, or does not exist, cannot be acted on; the status is open.',
  checklist: ['GEN-04'],
  where: 'Conventions; Errors, remaining registry and on-call operations',
  provenance: 'stated',
  stage: 'existence',
  status: 'general.unknown-status',
  on: { areas: AREAS },
  when: (context) => unknownThing(context, false),
})

export const GENERAL_RULES: readonly Refusal[] = [inputInvalid, unknownStated, unknownOpen]

export function isTable(entity: string): entity is TableName {
  return entity in TABLES
}

/** OncallAlertSource -> alert source */
function words(entity: string): string {
  const parts = entity.match(/[A-Z][a-z]+/g) ?? [entity]
  const own =
    parts.length > 1 && ['Oncall', 'Uptime', 'Email', 'Registry'].includes(parts[0] ?? '') ? parts.slice(1) : parts
  return own.join(' ').toLowerCase()
}
