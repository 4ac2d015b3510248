import { exchange } from './data-plane.ts'
import type { Registry } from './entities.ts'
import { type Event, type Happening, momentOf } from './outside-event.ts'
import { refuse } from './refusal.ts'
import { pushImage, usedBytes } from './storage.ts'

/** Outside events on the data plane of registries. */
export const registryEvents: Record<string, Event> = {
  imagePushed(happening) {
    const { world, read, body, changed } = happening
    const registry = registryOf(happening)
    const repository = read.filled(body.repository, 'repository')
    const known = registry.repositories.has(repository)
    const pushed = pushImage(world.choice, registry, {
      repository,
      tags: read.maybe(body, 'tags', read.list(read.string)) ?? ['latest'],
      digest: read.maybe(body, 'digest', read.string),
      mediaType: read.maybe(body, 'mediaType', read.string) ?? 'application/vnd.oci.image.manifest.v1+json',
      bytes: read.maybe(body, 'manifestBytes', read.integer(1)) ?? 700,
      layers: read.maybe(body, 'layers', read.list(readLayer)) ?? [{ digest: undefined, size: 3_000_000 }],
      at: momentOf(happening, 'pushedAt'),
    })
    changed.push({ entity: 'RegistryRepository', id: repository, change: known ? 'changed' : 'created' })
    changed.push({ entity: 'RegistryManifest', id: pushed.digest, change: pushed.created ? 'created' : 'changed' })
    const { digest, layers, addedBytes } = pushed
    return { digest, layers, addedBytes }

    function readLayer(value: unknown, what: string) {
      const layer = read.object(value, what, [])
      return { digest: read.maybe(layer, 'digest', read.string), size: read.integer(0)(layer.sizeBytes, 'sizeBytes') }
    }
  },

  blobShared(happening) {
    const { world, read, body, changed } = happening
    const registry = registryOf(happening)
    const blob = read.string(body.blob, 'blob')
    const layer =
      imageOf(body.from, 'from').layers.find(({ digest }) => digest === blob) ?? refuse(404, 'unknown layer')
    const to = imageOf(body.to, 'to')
    const before = usedBytes(world.choice, registry)
    if (!to.layers.some(({ digest }) => digest === blob)) to.layers = [...to.layers, layer]
    changed.push({ entity: 'RegistryManifest', id: to.digest, change: 'changed' })
    return { addedBytes: usedBytes(world.choice, registry) - before }

    function imageOf(value: unknown, what: string) {
      const image = read.object(value, what, [])
      const repository = registry.repositories.get(read.string(image.repository, 'repository'))
      return repository?.manifests.get(read.string(image.digest, 'digest')) ?? refuse(404, `${what}: unknown image`)
    }
  },

  slugClaimedElsewhere({ world, read, body }) {
    const slug = read.string(body.slug, 'slug')
    const how = read.maybe(body, 'how', read.oneOf(['claimed', 'reserved', 'free'])) ?? 'claimed'
    if (how === 'free') world.heldSlugs.delete(slug)
    else world.heldSlugs.add(slug)
    return undefined
  },

  /** CI comes with an ID token that was found genuine; where it does so is not part of the contract. */
  oidcExchanged(happening) {
    const { world, read, body } = happening
    const claim = (name: string) => read.string(body[name], name)
    const claims = { issuer: claim('issuer'), audience: claim('audience'), subject: claim('subject') }
    return exchange(world, registryOf(happening), claims)
  },
}

function registryOf({ world, read, body }: Happening): Registry {
  return world.registries.get(read.string(body.registry, 'registry')) ?? refuse(404, 'unknown registry')
}
