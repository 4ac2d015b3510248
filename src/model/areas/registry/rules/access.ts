import { permits } from '../../../access/permits.ts'
import type { RefusalContext } from '../../../request/contexts.ts'
import { refusal } from '../../../rules/rule.ts'
import { asksPurge, isLastTag, tagNamed } from '../queries/contents/purge.ts'

export const keyAdminNeeded = refusal({
  id: 'registry.key-admin-needed',
  says: 'Creating a registry key needs the permission registry.key.admin; the status is open.',
  checklist: ['REG-10'],
  where: 'Endpoints, Registries, 9; Authentication, point 3',
  provenance: 'stated',
  stage: 'permission',
  status: 'general.permission-status',
  on: ['createRegistryKey'],
  when: (context) =>
    permits(context, context.caller, 'registry.key.admin', context.parameters.slug)
      ? undefined
      : 'minting a key needs registry.key.admin',
})

/** A purge by a caller below the admin tier, and whether the image would go with the tag. */
function purging(context: RefusalContext): { readonly last: boolean } | undefined {
  const registry = context.named('Registry')
  if (!registry || !asksPurge(context, context.query.purge)) return undefined
  if (permits(context, context.caller, context.gap('registry.purge-permission'), registry.slug)) return undefined
  const tag = tagNamed(context, registry, context.query)
  return { last: tag !== undefined && isLastTag(context, tag) }
}

export const purgeAdminNeeded = refusal({
  id: 'registry.purge-admin-needed',
  says: 'Purging an image with its last tag needs the admin tier; the status is open.',
  checklist: ['REG-11'],
  where: 'Endpoints, Registries, 10; Authentication, point 3',
  provenance: 'stated',
  stage: 'permission',
  status: 'general.permission-status',
  on: ['deleteTag'],
  when: (context) => (purging(context)?.last ? 'purging needs the admin tier' : undefined),
})

export const purgeAlwaysAdmin = refusal({
  id: 'registry.purge-always-admin',
  says: 'Purging may need the admin tier even if no image would be deleted.',
  checklist: ['REG-11'],
  where: 'Authentication, point 3 (some tag purging)',
  provenance: 'assumed',
  stage: 'permission',
  status: 'general.permission-status',
  on: ['deleteTag'],
  when: (context) =>
    purging(context)?.last === false && context.gap('registry.purge-admin') === 'always'
      ? 'purging needs the admin tier'
      : undefined,
})
