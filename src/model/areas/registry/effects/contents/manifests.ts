import { listed } from '../../../../values/listed.ts'
import type { Effect } from '../../../area.ts'
import { manifestView } from '../../queries/views.ts'
import { tagsGoWithImage, untaggedListed } from '../../statements/contents.ts'
import { dropManifest, dropTag, tidyRepository } from './contents.ts'

export const listManifests: Effect<'listManifests'> = (context) => {
  const { org, slug } = context.the('Registry')
  const manifests = context.oldest('RegistryManifest', 'repository', org, slug, context.query.repo ?? '')
  const views = listed(context, manifests, ({ digest }) => digest).map((manifest) => manifestView(context, manifest))
  return { manifests: context.follow(untaggedListed) ? views : views.filter(({ tags }) => tags.length > 0) }
}

export const deleteManifest: Effect<'deleteManifest'> = (context) => {
  const { org, slug } = context.the('Registry')
  const { repo = '', digest = '' } = context.query
  const manifest = context.get('RegistryManifest', org, slug, repo, digest)
  if (!manifest) return undefined
  if (context.follow(tagsGoWithImage))
    for (const tag of [...context.oldest('RegistryTag', 'manifest', org, slug, repo, digest)]) dropTag(context, tag)
  dropManifest(context, manifest)
  tidyRepository(context, manifest)
  return undefined
}
