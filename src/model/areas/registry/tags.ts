import type { Effect } from '../../area.ts'
import type { EffectContext } from '../../context.ts'
import { dropManifest, dropTag, tidyRepository } from './contents.ts'
import { listed } from './listed.ts'
import { asksPurge, isLastTag, tagNamed } from './purge.ts'
import { imageOutlivesTag, orphanPurged, purgedTold } from './rules/statements/contents.ts'
import type { RegistryTagRow } from './state.ts'
import { tagView } from './views.ts'

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
  if (last && (purge ? context.follow(orphanPurged) : !context.follow(imageOutlivesTag))) dropOrphan(context, tag)
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
  return context.follow(purgedTold) ? purge : !purge
}
