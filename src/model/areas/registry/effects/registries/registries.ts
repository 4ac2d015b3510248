import { isListedFor } from '../../../../access/permits.ts'
import type { EffectContext } from '../../../../request/contexts.ts'
import { listed } from '../../../../request/listed.ts'
import type { Transaction } from '../../../../world/transaction.ts'
import type { Effect } from '../../../area.ts'
import { chosenText } from '../../queries/chosen-text.ts'
import { detailView, registryView } from '../../queries/views.ts'
import type { RegistryRow } from '../../state/index.ts'
import { registryAsGiven } from '../../statements/registries.ts'
import { dropRepository } from '../contents/contents.ts'
import { markSlug, unmarkSlug } from './mark-slug.ts'

export const listRegistries: Effect<'listRegistries'> = (context) => {
  const { caller } = context
  const shown = [...context.oldest('Registry', 'all', caller.org)].filter(({ slug }) =>
    isListedFor(context, caller, 'registry', slug),
  )
  return { registries: listed(context, shown, ({ slug }) => slug).map(registryView) }
}

export const createRegistry: Effect<'createRegistry'> = (context) => {
  context.cite(registryAsGiven)
  const { slug, displayName, region } = context.body
  unmarkSlug(context, slug)
  const registry = context.put('Registry', {
    id: slug,
    org: context.caller.org,
    seq: context.serial(),
    slug,
    displayName: displayName ?? defaultName(context),
    region: region ?? context.fill('registry.default-region'),
    storageQuotaBytes: context.fill('registry.default-quota-bytes'),
    createdAt: context.fresh.time(context.nowMs),
    repositoryCount: 0,
    distinctBytes: 0,
    heldBytes: 0,
  })
  return registryView(registry)
}

const defaultName = (context: EffectContext<'createRegistry'>): string =>
  chosenText(context.fill('registry.default-display-name'), { slug: context.body.slug, empty: '' })

export const getRegistry: Effect<'getRegistry'> = (context) => detailView(context, context.the('Registry'))

export const deleteRegistry: Effect<'deleteRegistry'> = (context) => {
  const registry = context.the('Registry')
  const { org, slug } = registry
  for (const repository of [...context.oldest('RegistryRepository', 'parent', org, slug)])
    dropRepository(context, repository)
  for (const { repository, id } of [...context.oldest('RegistryBlob', 'registry', org, slug)])
    context.remove('RegistryBlob', org, slug, repository, id)
  dropCredentials(context, registry)
  context.remove('Registry', org, slug)
  markSlug(context, slug, { how: 'former', formerOrg: org })
  return undefined
}

/** Nothing that opened a registry outlives it. */
function dropCredentials(context: Transaction, { org, slug }: RegistryRow): void {
  for (const table of ['RegistryKey', 'RegistryOidcRule', 'RegistryUpstreamCredential'] as const)
    for (const { id } of [...context.oldest(table, 'parent', org, slug)]) context.remove(table, org, slug, id)
}
