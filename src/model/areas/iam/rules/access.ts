import { MANAGERS, manages } from '../../../access/managers.ts'
import { refusal } from '../../../rules/rule.ts'

const NOT_A_MANAGER = 'grant management is for owners and admins'

export const catalogForManagers = refusal({
  id: 'iam.catalog-for-managers',
  says: 'The IAM catalog is for owners and admins.',
  checklist: ['IAM-02'],
  where: 'Endpoints, IAM, row 1; Errors, IAM; Authentication, point 3',
  provenance: 'stated',
  stage: 'permission',
  status: 403,
  on: ['getIamCatalog'],
  lets: MANAGERS,
  when: ({ caller }) => (manages(caller) ? undefined : NOT_A_MANAGER),
})

export const permissionsForManagers = refusal({
  id: 'iam.permissions-for-managers',
  says: 'The permission catalog may be for owners and admins too.',
  checklist: ['IAM-03'],
  where: 'Errors, IAM (403 for the group); Authentication, point 3 (names the catalog only)',
  provenance: 'assumed',
  stage: 'permission',
  status: 403,
  on: ['listPermissions'],
  when: (context) =>
    !manages(context.caller) && context.gap('iam.permissions-need-management') === 'managers'
      ? NOT_A_MANAGER
      : undefined,
})

export const permissionsBeyondScope = refusal({
  id: 'iam.permissions-beyond-scope',
  says: 'The permission catalog may be refused to a narrowed token, because no role covers it.',
  checklist: ['IAM-03'],
  where: 'Authentication, point 2 (narrowed to roles; which reach the catalog is not said)',
  provenance: 'assumed',
  stage: 'permission',
  status: 'general.permission-status',
  on: ['listPermissions'],
  when: (context) =>
    context.caller.scope && context.gap('iam.permissions-with-narrowed-token') === 'refuse'
      ? 'the permission catalog is not for narrowed tokens'
      : undefined,
})
