import { listed } from '../../../../request/listed.ts'
import type { Effect } from '../../../area.ts'
import { repositoryView } from '../../queries/views.ts'
import { repositoryGoesWhole } from '../../statements/contents.ts'
import { dropRepository } from './contents.ts'

export const listRepositories: Effect<'listRepositories'> = (context) => {
  const { org, slug } = context.the('Registry')
  const repositories = listed(context, context.oldest('RegistryRepository', 'parent', org, slug), ({ name }) => name)
  return { repositories: repositories.map((repository) => repositoryView(context, repository)) }
}

export const deleteRepository: Effect<'deleteRepository'> = (context) => {
  const { org, slug } = context.the('Registry')
  const repository = context.get('RegistryRepository', org, slug, context.query.repo ?? '')
  if (!repository) return undefined
  context.cite(repositoryGoesWhole)
  dropRepository(context, repository)
  return undefined
}
