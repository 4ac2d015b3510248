import { manages } from '../../access/managers.ts'
import { type Rule, refusal, statement } from '../../rule.ts'

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
  when: ({ caller }) => (manages(caller) ? undefined : NOT_A_MANAGER),
})

export const permissionsForManagers = refusal({
  id: 'iam.permissions-for-managers',
  says: 'The permission catalog may be for owners and admins as well.',
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

export const builtinRolesListed = statement({
  id: 'iam.builtin-roles-listed',
  says: 'The catalog holds the built-in roles that can be granted, each with its permissions.',
  checklist: ['IAM-01'],
  where: 'Endpoints, IAM, row 1; Resources, IamRole',
  provenance: 'stated',
})

export const liveResources = statement({
  id: 'iam.live-resources',
  says: 'The catalog holds the scopable resources that there are at the moment.',
  checklist: ['IAM-01'],
  where: 'Endpoints, IAM, row 1',
  provenance: 'stated',
})

export const everyTier = statement({
  id: 'iam.every-tier',
  says: 'The permission catalog has read, write and admin permissions, by service and resource.',
  checklist: ['IAM-03'],
  where: 'Endpoints, IAM, row 2; Resources, PermissionCatalogService',
  provenance: 'stated',
})

export const namedPermissions = statement({
  id: 'iam.named-permissions',
  says: 'The permissions that are named elsewhere, email.key.admin and registry.key.admin, are in the catalog.',
  checklist: ['IAM-03'],
  where: 'Endpoints, IAM, row 2; Authentication, point 3',
  provenance: 'implied',
})

export const IAM_RULES: readonly Rule[] = [
  catalogForManagers,
  permissionsForManagers,
  builtinRolesListed,
  liveResources,
  everyTier,
  namedPermissions,
]
