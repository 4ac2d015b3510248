import { listed } from '../../../../request/listed.ts'
import type { Effect } from '../../../area.ts'
import { manifestView } from '../../queries/views.ts'
import { tagsGoWithImage, untaggedListed } from '../../statements/contents.ts'
import { dropManifest, dropTag, tidyRepository } from './contents.ts'

export const listManifests: Effect<'listManifests'> = (context) => {
  const { org, slug } = context.the('Registry')
  const manifests = context.oldest('RegistryManifest', 'repository', org, slug, context.query.repo ?? '')
  const views = listed(context, manifests, ({ digest }) => digest).map((manifest) => manifestView(context, manifest))
  context.cite(untaggedListed)
  return { manifests: views }
}

export const deleteManifest: Effect<'deleteManifest'> = (context) => {
  const { org, slug } = context.the('Registry')
  const { repo = '', digest = '' } = context.query
  const manifest = context.get('RegistryManifest', org, slug, repo, digest)
  if (!manifest) return undefined
  context.cite(tagsGoWithImage)
  for (const tag of [...context.oldest('RegistryTag', 'manifest', org, slug, repo, digest)]) dropTag(context, tag)
  dropManifest(context, manifest)
  tidyRepository(context, manifest)
  return undefined
}
