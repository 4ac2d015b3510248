import { statement } from '../../../rules/rule.ts'

export const builtinRolesListed = statement({
  id: 'iam.builtin-roles-listed',
  says: 'The catalog lists the built-in roles that can be granted, each with its permissions.',
  checklist: ['IAM-01'],
  where: 'Endpoints, IAM, row 1; Resources, IamRole',
  provenance: 'stated',
})

export const liveResources = statement({
  id: 'iam.live-resources',
  says: 'The catalog lists the scopable resources that currently exist.',
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
  says: 'The permissions email.key.admin and registry.key.admin, which the contract names, are in the catalog.',
  checklist: ['IAM-03'],
  where: 'Endpoints, IAM, row 2; Authentication, point 3',
  provenance: 'implied',
})
