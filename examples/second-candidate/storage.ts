import { createHash, randomBytes } from 'node:crypto'
import type { Choice } from './choices.ts'
import type { Blob, Manifest, Registry, Repository } from './entities.ts'
import { refuse } from './refusal.ts'

/** The storage of one image: its manifest and its layers. */
export function imageSize(manifest: Manifest): number {
  return manifest.bytes + manifest.layers.reduce((sum, { size }) => sum + size, 0)
}

function blobsOf(repository: Repository): Map<string, number> {
  const blobs = new Map<string, number>()
  for (const { digest, bytes, layers } of repository.manifests.values()) {
    blobs.set(digest, bytes)
    for (const layer of layers) blobs.set(layer.digest, layer.size)
  }
  return blobs
}

const total = (blobs: Map<string, number>) => [...blobs.values()].reduce((sum, size) => sum + size, 0)

/** The storage of a repository, each blob once. */
export function repositorySize(repository: Repository): number {
  return total(blobsOf(repository))
}

/** Logical usage. Whether repositories share a blob is a choice. */
export function usedBytes(choice: Choice, registry: Registry): number {
  const repositories = [...registry.repositories.values()]
  if (choice.sharedBlobs === 'per-repository') return repositories.reduce((sum, one) => sum + repositorySize(one), 0)
  return total(new Map(repositories.flatMap((repository) => [...blobsOf(repository)])))
}

export interface Push {
  readonly repository: string
  readonly tags: readonly string[]
  readonly digest: string | undefined
  readonly mediaType: string
  readonly bytes: number
  readonly layers: readonly { readonly digest: string | undefined; readonly size: number }[]
  readonly at: number
}

/** An image arrives on the data plane. A tag it bears moves to it; nothing is stored beyond the quota. */
export function pushImage(choice: Choice, registry: Registry, push: Push) {
  const before = usedBytes(choice, registry)
  const known = registry.repositories.get(push.repository)
  const repository: Repository = known ?? {
    name: push.repository,
    createdAt: push.at,
    manifests: new Map(),
    tags: new Map(),
  }
  const layers: Blob[] = push.layers.map(({ digest, size }) => ({ digest: digest ?? newDigest(), size }))
  const digest = push.digest ?? digestOf(JSON.stringify([push.mediaType, push.bytes, layers]))
  const old = repository.manifests.get(digest)
  const manifest: Manifest = old ?? { digest, mediaType: push.mediaType, bytes: push.bytes, layers, createdAt: push.at }
  repository.manifests.set(digest, manifest)
  registry.repositories.set(push.repository, repository)
  const addedBytes = usedBytes(choice, registry) - before
  if (before + addedBytes > registry.quota && addedBytes > 0) {
    if (!old) repository.manifests.delete(digest)
    if (!known) registry.repositories.delete(push.repository)
    refuse(409, 'the storage quota is used up')
  }
  for (const tag of push.tags) repository.tags.set(tag, { digest, updatedAt: push.at })
  return { digest, layers: manifest.layers.map((layer) => layer.digest), addedBytes, created: !old }
}

export function digestOf(text: string): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`
}

function newDigest(): string {
  return digestOf(randomBytes(16).toString('hex'))
}
