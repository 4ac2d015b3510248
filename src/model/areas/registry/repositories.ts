import type { Effect } from '../../area.ts'
import { dropManifest, dropRepository } from './contents.ts'
import { listed } from './listed.ts'
import { repositoryGoesWhole } from './rules/statements/contents.ts'
import type { RegistryRepositoryRow } from './state.ts'
import { repositoryView } from './views.ts'
import type { Work } from './work.ts'

export const listRepositories: Effect<'listRepositories'> = (context) => {
  const { org, slug } = context.the('Registry')
  const repositories = listed(context, context.oldest('RegistryRepository', 'parent', org, slug), ({ name }) => name)
  return { repositories: repositories.map((repository) => repositoryView(context, repository)) }
}

export const deleteRepository: Effect<'deleteRepository'> = (context) => {
  const { org, slug } = context.the('Registry')
  const repository = context.get('RegistryRepository', org, slug, context.query.repo ?? '')
  if (!repository) return undefined
  if (context.follow(repositoryGoesWhole)) dropRepository(context, repository)
  else dropTagged(context, repository)
  return undefined
}

/** What a target does that forgets about untagged images. */
function dropTagged(context: Work, { org, registry, name }: RegistryRepositoryRow): void {
  for (const { id, digest } of [...context.oldest('RegistryTag', 'repository', org, registry, name)]) {
    context.remove('RegistryTag', org, registry, name, id)
    const manifest = context.get('RegistryManifest', org, registry, name, digest)
    if (manifest) dropManifest(context, manifest)
  }
}
