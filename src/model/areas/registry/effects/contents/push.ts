import type { EventContext } from '../../../../request/contexts.ts'
import type { Reader } from '../../../../world/reader.ts'
import type { Transaction } from '../../../../world/transaction.ts'
import type { Touched } from '../../../event-answer.ts'
import { instantSaid, isBefore } from '../../../event-instant.ts'
import { addedBytes } from '../../queries/usage.ts'
import type { RegistryRow } from '../../state/index.ts'
import { accountRegistry, accountRepository } from './accounts.ts'
import { useBlob, wouldAdd } from './blobs.ts'
import { madeUpDigest } from './digest.ts'

type Pushed = EventContext<'imagePushed'>

export interface Layer {
  readonly digest: string
  readonly sizeBytes: number
}

/** An image on its way into a repository. */
export interface Image {
  readonly registry: RegistryRow
  readonly repository: string
  readonly digest: string
  readonly mediaType: string
  readonly manifestBytes: number
  readonly layers: readonly Layer[]
  readonly tags: readonly string[]
  readonly atMs: number
}

/** The pushed image, with what its pusher left out made up. */
export function imageOf(context: Pushed, registry: RegistryRow): Image {
  const { repository, tags = ['latest'], pushedAt } = context.body
  const mediaType = context.body.mediaType ?? 'application/vnd.oci.image.manifest.v1+json'
  const manifestBytes = context.body.manifestBytes ?? context.gap('registry.usual-manifest-bytes')
  const layers = layersOf(context)
  const content = JSON.stringify([mediaType, manifestBytes, layers])
  const digest = context.body.digest ?? madeUpDigest(context, 'RegistryManifest', content)
  const atMs = instantSaid(context, pushedAt, { what: `the registry ${registry.slug}`, createdAt: registry.createdAt })
  return { registry, repository, digest, mediaType, manifestBytes, layers, tags, atMs }
}

/** A layer that is named twice is one layer. */
function layersOf(context: Pushed): Layer[] {
  const given = context.body.layers ?? [{ sizeBytes: context.gap('registry.usual-layer-bytes') }]
  const layers = given.map(({ digest, sizeBytes }) => ({
    digest: digest ?? madeUpDigest(context, 'RegistryBlob'),
    sizeBytes,
  }))
  return [...new Map(layers.map((layer) => [layer.digest, layer])).values()]
}

const isThere = (reader: Reader, { registry, repository, digest }: Image): boolean =>
  reader.get('RegistryManifest', registry.org, registry.slug, repository, digest) !== undefined

/** The usage that a push adds: nothing for layers or a whole image that are there already. */
export function pushAdds(reader: Reader, image: Image): number {
  if (isThere(reader, image)) return 0
  const { registry, repository } = image
  const place = { org: registry.org, registry: registry.slug, repository }
  return image.layers
    .map(({ digest, sizeBytes }) => addedBytes(reader, wouldAdd(reader, { ...place, id: digest }, sizeBytes)))
    .reduce((total, bytes) => total + bytes, 0)
}

/** Puts an image into its repository, which is made if it is new, and moves the tags to it. */
export function storeImage(context: Transaction, image: Image): Touched[] {
  const touched = [...ensureRepository(context, image), ...ensureManifest(context, image)]
  return [...touched, ...image.tags.flatMap((tag) => moveTag(context, image, tag))]
}

function ensureRepository(context: Transaction, { registry, repository, atMs }: Image): Touched[] {
  const { org, slug } = registry
  const there = context.get('RegistryRepository', org, slug, repository)
  if (there) {
    if (isBefore(atMs, there.createdAt))
      context.put('RegistryRepository', { ...there, createdAt: context.fresh.time(atMs) })
    return []
  }
  context.put('RegistryRepository', {
    id: repository,
    org,
    seq: context.serial(),
    registry: slug,
    name: repository,
    createdAt: context.fresh.time(atMs),
    tagCount: 0,
    manifestCount: 0,
    // Blobs of an earlier repository of this name may still await collection.
    blobBytes: sum([...context.oldest('RegistryBlob', 'repository', org, slug, repository)]),
    imageBytes: 0,
  })
  accountRegistry(context, { org, registry: slug }, { repositoryCount: 1 })
  return [{ entity: 'RegistryRepository', id: repository, change: 'created' }]
}

function ensureManifest(context: Transaction, image: Image): Touched[] {
  const { registry, repository, digest, mediaType, manifestBytes, layers, atMs } = image
  const place = { org: registry.org, registry: registry.slug, repository }
  const there = context.get('RegistryManifest', place.org, place.registry, repository, digest)
  if (there) {
    if (isBefore(atMs, there.createdAt))
      context.put('RegistryManifest', { ...there, createdAt: context.fresh.time(atMs) })
    return []
  }
  const imageBytes = sum(layers)
  context.put('RegistryManifest', {
    ...place,
    id: digest,
    seq: context.serial(),
    digest,
    mediaType,
    createdAt: context.fresh.time(atMs),
    manifestBytes,
    imageBytes,
    layers: layers.map((layer) => layer.digest),
  })
  accountRepository(context, place, { manifestCount: 1, imageBytes })
  for (const layer of layers) useBlob(context, { ...place, id: layer.digest }, layer.sizeBytes)
  return [{ entity: 'RegistryManifest', id: digest, change: 'created' }]
}

const sum = (sized: readonly { readonly sizeBytes: number }[]): number =>
  sized.reduce((total, { sizeBytes }) => total + sizeBytes, 0)

/** A tag points to one image: put on another it leaves the first, which stays. What was pushed later keeps its tag. */
function moveTag(context: Transaction, { registry, repository, digest, atMs }: Image, name: string): Touched[] {
  const place = { org: registry.org, registry: registry.slug, repository }
  const before = context.get('RegistryTag', place.org, place.registry, repository, name)
  if (before && isBefore(atMs, before.updatedAt)) return []
  const seq = before?.seq ?? context.serial()
  context.put('RegistryTag', { ...place, id: name, seq, name, digest, updatedAt: context.fresh.time(atMs) })
  if (!before) accountRepository(context, place, { tagCount: 1 })
  return [{ entity: 'RegistryTag', id: name, change: before ? 'changed' : 'created' }]
}
