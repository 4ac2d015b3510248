import type { Context, Handlers } from './context.ts'
import type { Manifest, Repository } from './entities.ts'
import { shown } from './moments.ts'
import { refuse } from './refusal.ts'
import { registryOf } from './registries.ts'
import { imageSize, repositorySize } from './storage.ts'

/** Repositories, tags and manifests (Endpoints, Registries 7, 10, 12, 13, 16, 17). */
export const imageHandlers: Handlers = {
  listRepositories(ctx) {
    const repositories = [...registryOf(ctx).repositories.values()].map((repository) => ({
      name: repository.name,
      tagCount: repository.tags.size,
      sizeBytes: repositorySize(repository),
      createdAt: shown(ctx.choice, repository.createdAt),
    }))
    return { repositories: ctx.choice.newestFirst ? repositories.reverse() : repositories }
  },

  deleteRepository(ctx) {
    const registry = registryOf(ctx)
    const repository = repositoryOf(ctx) ?? refuse(404, 'unknown repository')
    if (!ctx.fault('repository-stays')) registry.repositories.delete(repository.name)
    return ctx.choice.doneBody
  },

  listTags(ctx) {
    if (registryOf(ctx) && ctx.fault('repo-not-required') && !ctx.query.has('repo')) return { tags: [] }
    const repository = repositoryToList(ctx)
    const tags = [...(repository?.tags ?? [])].map(([name, { digest, updatedAt }]) => ({
      name,
      digest,
      manifestSize: repository?.manifests.get(digest)?.bytes ?? 0,
      updatedAt: shown(ctx.choice, updatedAt),
    }))
    return { tags: ctx.choice.newestFirst ? tags.reverse() : tags }
  },

  /** Removes the tag only; purging reclaims the image with its last tag, and is admin-tier (Registries 10). */
  deleteTag(ctx) {
    const name = needed(ctx, 'tag')
    const purge = purgeAsked(ctx)
    const repository = repositoryOf(ctx) ?? refuse(404, 'unknown repository')
    const tag = repository.tags.get(name) ?? refuse(404, 'unknown tag')
    const last = tagsOf(repository, tag.digest).length === 1
    const tier = purge && (last || ctx.choice.purgeTier === 'any')
    const purger = ctx.reachOf('registry.repository.admin').to(registryOf(ctx).slug)
    if (tier && !purger && !ctx.fault('purge-by-member')) refuse(403, 'purging is for administrators')
    repository.tags.delete(name)
    const purged = purge && last
    if (purged && !ctx.fault('purge-keeps-image')) repository.manifests.delete(tag.digest)
    if (last && !purge && ctx.fault('tag-deletion-takes-image')) repository.manifests.delete(tag.digest)
    return { purged: ctx.fault('purge-unreported') ? false : purged }
  },

  listManifests(ctx) {
    const repository = repositoryToList(ctx)
    const manifests = [...(repository?.manifests.values() ?? [])].map((manifest) => shownManifest(ctx, manifest))
    if (ctx.fault('untagged-hidden')) return { manifests: manifests.filter(({ tags }) => tags.length > 0) }
    return { manifests: ctx.choice.newestFirst ? manifests.reverse() : manifests }

    function shownManifest({ choice }: Context, manifest: Manifest) {
      return {
        digest: manifest.digest,
        mediaType: manifest.mediaType,
        sizeBytes: imageSize(manifest),
        tags: repository ? tagsOf(repository, manifest.digest) : [],
        createdAt: shown(choice, manifest.createdAt),
      }
    }
  },

  /** The image and all its tags go; blobs nothing else refers to are freed with it (Registries 13). */
  deleteManifest(ctx) {
    const digest = needed(ctx, 'digest')
    const repository = repositoryOf(ctx) ?? refuse(404, 'unknown repository')
    const manifest = repository.manifests.get(digest) ?? refuse(404, 'unknown digest')
    if (!ctx.fault('image-deletion-leaves-tags'))
      for (const tag of tagsOf(repository, digest)) repository.tags.delete(tag)
    repository.manifests.delete(digest)
    if (ctx.fault('image-deletion-keeps-bytes'))
      repository.manifests.set('sha256:lost', { ...manifest, digest: 'sha256:lost' })
    return ctx.choice.doneBody
  },
}

function tagsOf(repository: Repository, digest: string): string[] {
  return [...repository.tags].filter(([, tag]) => tag.digest === digest).map(([name]) => name)
}

/** A required query parameter. */
function needed({ query, read }: Context, name: string): string {
  return query.get(name) || read.bad(`${name} is required`)
}

function purgeAsked({ query, choice, read }: Context): boolean {
  const purge = query.get('purge')
  if (purge !== null && !choice.purgeValues.includes(purge)) return read.bad('purge')
  return purge === 'true'
}

function repositoryOf(ctx: Context): Repository | undefined {
  const name = needed(ctx, 'repo')
  return registryOf(ctx).repositories.get(name)
}

function repositoryToList(ctx: Context): Repository | undefined {
  const repository = repositoryOf(ctx)
  if (repository === undefined && ctx.choice.unknownRepository === 'refuse') refuse(404, 'unknown repository')
  return repository
}
