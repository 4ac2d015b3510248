import { type Drawing, plainName } from '../../kit/drawing.ts'
import type { Fixture, Fixtures } from '../../kit/fixture.ts'
import { newest } from '../../kit/own-rows.ts'
import { digestOf } from './images/digest.ts'

/** An image in a registry, which only a push brings. */
const image: Fixture = {
  prepare(drawing) {
    const registry = newest(drawing, 'Registry')
    return registry ? { event: 'imagePushed', body: pushTo(drawing, registry.slug) } : { missing: 'Registry' }
  },
}

const pushTo = (drawing: Drawing, registry: string) => ({
  registry,
  repository: plainName(drawing),
  tags: ['latest'],
  digest: digestOf(drawing),
  layers: [{ digest: digestOf(drawing), sizeBytes: 1000 }],
})

export const REGISTRY_FIXTURES: Fixtures = {
  RegistryRepository: image,
  RegistryTag: image,
  RegistryManifest: image,
  RegistryUpstreamCredential: { prepare: () => ({ operation: 'setUpstreamCredential' }) },
}
