import { listed } from '../../../../values/listed.ts'
import type { Transaction } from '../../../../world/transaction.ts'
import type { Effect } from '../../../area.ts'
import { repositoryView } from '../../queries/views.ts'
import type { RegistryRepositoryRow } from '../../state/index.ts'
import { repositoryGoesWhole } from '../../statements/contents.ts'
import { dropManifest, dropRepository } from './contents.ts'

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
function dropTagged(context: Transaction, { org, registry, name }: RegistryRepositoryRow): void {
  for (const { id, digest } of [...context.oldest('RegistryTag', 'repository', org, registry, name)]) {
    context.remove('RegistryTag', org, registry, name, id)
    const manifest = context.get('RegistryManifest', org, registry, name, digest)
    if (manifest) dropManifest(context, manifest)
  }
}
