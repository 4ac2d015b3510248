import { AREAS, type Area } from '../../../contract/areas.ts'
import { DESCRIBED_STATUSES } from '../../../contract/generated/area-facts.ts'
import type { RefusalContext } from '../../request/contexts.ts'
import { type Refusal, refusal } from '../rule.ts'

/** Registry and on-call are missing from the list of areas that need a caller (Authentication, point 1). */
const isStated = (area: Area): boolean => DESCRIBED_STATUSES[area].includes(401)

/** True if there is no credential, or a side door has refused it. */
function noCaller(context: RefusalContext): string | undefined {
  const { nobody, credential, operation } = context
  if (nobody !== 'no-credential' && nobody !== 'turned-away') return undefined
  return credential === undefined
    ? (context.gap('general.unauthenticated-texts')[operation.area] ?? 'unauthenticated')
    : 'this credential is not valid'
}

export const callerNeeded = refusal({
  id: 'general.caller-needed',
  says: 'Without an authenticated caller the answer is 401.',
  checklist: ['GEN-05'],
  where: 'Authentication, point 1; Errors',
  provenance: 'stated',
  stage: 'authentication',
  status: 401,
  on: { areas: AREAS.filter(isStated) },
  when: noCaller,
})

export const callerNeededOpen = refusal({
  id: 'general.caller-needed-open',
  says: "An operation acts on the caller's organization, so it needs a caller; the status is open.",
  checklist: ['GEN-05'],
  where: 'Conventions; Authentication, point 1',
  provenance: 'stated',
  stage: 'authentication',
  status: 'general.unauthenticated-status',
  on: { areas: AREAS.filter((area) => !isStated(area)) },
  when: noCaller,
})

export const credentialUnknown = refusal({
  id: 'general.credential-unknown',
  says: 'An unknown credential is refused; whether with the same 401 is open.',
  checklist: ['GEN-05'],
  where: 'Authentication, points 1 and 9',
  provenance: 'stated',
  stage: 'authentication',
  status: 'general.invalid-credential-status',
  on: { areas: AREAS },
  when: ({ nobody }) => (nobody === 'unknown' ? 'this credential is not valid' : undefined),
})

export const credentialExpired = refusal({
  id: 'general.credential-expired',
  says: 'An expired or disabled credential no longer works; the status is open.',
  checklist: ['TOK-06'],
  where: 'Authentication, point 2 (expiry is only implied)',
  provenance: 'implied',
  stage: 'authentication',
  status: 'general.expired-credential-status',
  on: { areas: AREAS },
  when: ({ nobody }) => {
    if (nobody === 'expired') return 'this credential has expired'
    return nobody === 'switched-off' ? 'this credential is switched off' : undefined
  },
})

export const membershipNeeded = refusal({
  id: 'general.membership-needed',
  says: 'Callers cannot act for an organization they do not belong to; the status is open.',
  checklist: ['GEN-04'],
  where: 'Conventions (every operation acts on the caller\u2019s acting organization)',
  provenance: 'implied',
  stage: 'authentication',
  status: 'general.no-membership-status',
  on: { areas: AREAS },
  when: ({ nobody }) => (nobody === 'not-a-member' ? 'you do not belong to this organization' : undefined),
})

/** Asked only when there is no caller. */
export const AUTHENTICATION_RULES: readonly Refusal[] = [
  callerNeeded,
  callerNeededOpen,
  credentialUnknown,
  credentialExpired,
  membershipNeeded,
]
