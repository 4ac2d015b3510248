import type { DrawnEvents } from '../../kit/drawn-event.ts'
import { anyOwn } from '../../kit/own-rows.ts'
import { digestOf } from './images/digest.ts'

export const REGISTRY_EVENTS: DrawnEvents = {
  /** Into few repositories under few tags, so that tags move and images share. */
  imagePushed: {
    about: 'RegistryManifest',
    body: (drawing) => {
      const { sampler } = drawing
      const [registry, image] = [anyOwn(drawing, 'Registry'), anyOwn(drawing, 'RegistryManifest')]
      const digest = image && sampler.chance(0.2) ? image.digest : digestOf(drawing)
      return (
        registry && {
          registry: registry.slug,
          repository: sampler.pick(['app', 'web']),
          tags: sampler.pick([['one'], ['two'], ['one', 'two'], []]),
          digest,
          layers: [{ digest: digestOf(drawing), sizeBytes: sampler.pick([1000, 2000]) }],
        }
      )
    },
  },
}
