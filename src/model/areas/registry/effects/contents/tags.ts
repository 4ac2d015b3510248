import type { EffectContext } from '../../../../request/contexts.ts'
import { listed } from '../../../../request/listed.ts'
import type { Effect } from '../../../area.ts'
import { asksPurge, isLastTag, tagNamed } from '../../queries/contents/purge.ts'
import { tagView } from '../../queries/views.ts'
import type { RegistryTagRow } from '../../state/index.ts'
import { imageOutlivesTag, orphanPurged, purgedTold } from '../../statements/contents.ts'
import { dropManifest, dropTag, tidyRepository } from './contents.ts'

type Context = EffectContext<'deleteTag'>

export const listTags: Effect<'listTags'> = (context) => {
  const { org, slug } = context.the('Registry')
  const tags = context.oldest('RegistryTag', 'repository', org, slug, context.query.repo ?? '')
  return { tags: listed(context, tags, ({ name }) => name).map((tag) => tagView(context, tag)) }
}

/** The tag goes, the image stays; unless it was the last tag and purging was asked for (Endpoints, Registries, 10). */
export const deleteTag: Effect<'deleteTag'> = (context) => {
  const tag = tagNamed(context, context.the('Registry'), context.query)
  if (!tag) return { purged: false }
  const last = isLastTag(context, tag)
  const purge = asksPurge(context, context.query.purge)
  dropTag(context, tag)
  if (last && purge) {
    context.cite(orphanPurged)
    dropOrphan(context, tag)
  } else if (last) context.cite(imageOutlivesTag)
  return { purged: tellsPurged(context, purge, last) }
}

function dropOrphan(context: Context, { org, registry, repository, digest }: RegistryTagRow): void {
  const manifest = context.get('RegistryManifest', org, registry, repository, digest)
  if (!manifest) return
  dropManifest(context, manifest)
  tidyRepository(context, manifest)
}

function tellsPurged(context: Context, purge: boolean, last: boolean): boolean {
  if (purge && !last) return context.gap('registry.purged-tags-remain')
  context.cite(purgedTold)
  return purge
}
