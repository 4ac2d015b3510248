import type { RefusalContext } from '../../../request/contexts.ts'
import { refusal } from '../../../rules/rule.ts'
import { tagNamed } from '../queries/contents/purge.ts'

export const repositoryUnknown = refusal({
  id: 'registry.repository-unknown',
  says: 'Listing tags or manifests of an unknown repository may be refused instead of returning an empty list.',
  checklist: ['REG-08', 'REG-13'],
  where: 'Endpoints, Registries, 7 and 12 (not said)',
  provenance: 'assumed',
  stage: 'existence',
  status: 'general.unknown-status',
  on: ['listTags', 'listManifests'],
  when: (context) => {
    const registry = context.named('Registry')
    const { repo } = context.query
    if (!registry || repo === undefined) return undefined
    if (context.get('RegistryRepository', registry.org, registry.slug, repo)) return undefined
    return context.gap('registry.unknown-repository-list') === 'refuse' ? `there is no repository ${repo}` : undefined
  },
})

/** True if the thing to delete exists; undefined when the request does not say enough. */
function isThere(context: RefusalContext): boolean | undefined {
  const registry = context.named('Registry')
  if (!registry || context.violations.length > 0) return undefined
  const { org, slug } = registry
  const { repo = '', digest = '' } = context.query
  if (context.operation.id === 'deleteTag') return tagNamed(context, registry, context.query) !== undefined
  if (context.operation.id === 'deleteManifest')
    return context.get('RegistryManifest', org, slug, repo, digest) !== undefined
  return context.get('RegistryRepository', org, slug, repo) !== undefined
}

export const contentUnknown = refusal({
  id: 'registry.content-unknown',
  says: 'Deleting an unknown tag, image or repository may be refused.',
  checklist: ['REG-11', 'REG-14', 'REG-17'],
  where: 'Endpoints, Registries, 10, 13 and 17 (not said)',
  provenance: 'assumed',
  stage: 'existence',
  status: 'general.unknown-status',
  on: ['deleteTag', 'deleteManifest', 'deleteRepository'],
  when: (context) =>
    isThere(context) === false && context.gap('registry.unknown-content-deleted') === 'refuse'
      ? 'there is nothing of this name to delete'
      : undefined,
})

export const purgeValueUnknown = refusal({
  id: 'registry.purge-value-unknown',
  says: 'An unknown value of purge may be refused; only true is stated.',
  checklist: ['REG-11'],
  where: 'Endpoints, Registries, 10',
  provenance: 'assumed',
  stage: 'validation',
  status: 'general.validation-status',
  on: ['deleteTag'],
  when: (context) => {
    const { purge } = context.query
    const known = [...context.gap('registry.purge-values'), ...context.gap('registry.no-purge-values')]
    if (purge === undefined || known.includes(purge)) return undefined
    return context.gap('registry.other-purge-value') === 'refuse' ? `purge is one of ${known.join(', ')}` : undefined
  },
})
