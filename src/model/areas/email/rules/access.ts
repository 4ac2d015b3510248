import { permits } from '../../../access/permits.ts'
import type { RefusalContext } from '../../../request/contexts.ts'
import { refusal } from '../../../rules/rule.ts'
import { domainConcerned, entitled, mayDo, reachable } from '../queries/access.ts'
import { EMAIL_OPERATIONS } from '../queries/operations.ts'

const notEnabled = (context: RefusalContext) =>
  entitled(context, context.caller.org) ? undefined : 'email is not enabled for this organization'

const unreachable = (context: RefusalContext) =>
  reachable(context, 'email') ? undefined : 'the email backend is unreachable'

export const entitlementNeeded = refusal({
  id: 'email.entitlement-needed',
  says: 'Email is in private beta: an organization that is not enabled gets 403 from every operation.',
  checklist: ['EML-01'],
  where: 'Authentication, point 4; Errors, Email (all)',
  provenance: 'stated',
  stage: 'entitlement',
  status: 403,
  on: EMAIL_OPERATIONS,
  when: notEnabled,
})

export const backendNeeded = refusal({
  id: 'email.backend-unreachable',
  says: 'While the email backend is unreachable the answer is 502.',
  checklist: ['EML-01'],
  where: 'Errors, Email (all)',
  provenance: 'stated',
  stage: 'backend',
  status: 502,
  on: EMAIL_OPERATIONS,
  when: unreachable,
})

export const keyAdminNeeded = refusal({
  id: 'email.key-admin-needed',
  says: 'Creating a send key needs the permission email.key.admin.',
  checklist: ['EML-01', 'EML-02'],
  where: 'Endpoints, Email, row 2; Authentication, point 3; Errors, Email (all)',
  provenance: 'stated',
  stage: 'permission',
  status: 403,
  on: ['createSendKey'],
  when: (context) =>
    permits(context, context.caller, 'email.key.admin') ? undefined : 'minting send keys needs email.key.admin',
})

export const permissionNeeded = refusal({
  id: 'email.permission-needed',
  says: 'A caller without the permission for an operation gets 403; which one each operation needs is open.',
  checklist: ['EML-01'],
  where: 'Errors, Email (all); Authentication, point 3',
  provenance: 'assumed',
  stage: 'permission',
  status: 403,
  on: EMAIL_OPERATIONS.filter((id) => id !== 'createSendKey'),
  when: (context) => {
    if (mayDo(context)) return undefined
    const filtered = ['listDomains', 'listRoutes'].includes(context.operation.id)
    if (filtered && context.gap('email.list-without-permission') === 'empty') return undefined
    return 'you lack the permission for this'
  },
})

export const outsideGrant = refusal({
  id: 'email.outside-grant',
  says: 'A subject scoped to some domains cannot act on others; 403 is stated, and 404 is accepted too.',
  checklist: ['EML-01', 'EML-05'],
  where: 'Errors, Email (all), 403 and 404',
  provenance: 'stated',
  stage: 'permission',
  status: 'email.outside-grant-status',
  on: [
    'createRoute',
    'deleteRoute',
    'getDomain',
    'deleteDomain',
    'getDomainDns',
    'checkDomain',
    'armDomainReceiving',
    'getMessage',
    'getMessageContent',
  ],
  when: (context) => {
    const domainId = domainConcerned(context)
    if (domainId === undefined || !context.caller.scope || mayDo(context, domainId)) return undefined
    return 'you lack the permission on this domain'
  },
})

export const sendingNeedsEntitlement = refusal({
  id: 'email.sending-needs-entitlement',
  says: 'Sending may be refused while email is not enabled for the organization.',
  checklist: ['EML-01'],
  where: 'Authentication, point 4 (nothing about sending)',
  provenance: 'assumed',
  stage: 'entitlement',
  status: 'email.send-refused-status',
  on: ['sendMessage'],
  when: (context) => (context.gap('email.send-without-entitlement') === 'refuse' ? notEnabled(context) : undefined),
})
