import type { OperationId } from '../../../request/operation-types.ts'

/** Those for which no permission of their own is stated. */
export const OPERATIONS_OF_NO_STATED_TIER = [
  'listUpstreams',
  'listRegistries',
  'createRegistry',
  'getRegistry',
  'deleteRegistry',
  'revokeLoginCredential',
  'listTags',
  'deleteTag',
  'listManifests',
  'deleteManifest',
  'listRepositories',
  'deleteRepository',
  'listRegistryKeys',
  'revokeRegistryKey',
  'listOidcRules',
  'createOidcRule',
  'deleteOidcRule',
  'listUpstreamCredentials',
  'setUpstreamCredential',
  'deleteUpstreamCredential',
] as const satisfies readonly OperationId[]
