import type { Rows } from '../../../model/world/rows.ts'
import type { Drawing } from '../../kit/drawing.ts'
import type { DrawnEvents } from '../../kit/drawn-event.ts'
import { anyOwn } from '../../kit/own-rows.ts'
import { rowsOf } from '../../shadow/rows.ts'
import { digestOf } from './images/digest.ts'

/** The same image has the same layers wherever it is pushed. */
const layersOf = ({ shadow }: Drawing, { layers }: Rows['RegistryManifest']) =>
  layers.map((digest) => {
    const blob = rowsOf(shadow.world, 'RegistryBlob').find(({ id }) => id === digest)
    return { digest, sizeBytes: blob?.sizeBytes ?? 1000 }
  })

export const REGISTRY_EVENTS: DrawnEvents = {
  /** Into few repositories under few tags, so that tags move and images share; one lies below another. */
  imagePushed: {
    about: 'RegistryManifest',
    body: (drawing) => {
      const { sampler } = drawing
      const [registry, image] = [anyOwn(drawing, 'Registry'), anyOwn(drawing, 'RegistryManifest')]
      const same = image && sampler.chance(0.2) ? image : undefined
      return (
        registry && {
          registry: registry.slug,
          repository: sampler.pick(['app', 'web', 'app/web']),
          tags: sampler.pick([['one'], ['two'], ['one', 'two'], []]),
          digest: same?.digest ?? digestOf(drawing),
          layers: same
            ? layersOf(drawing, same)
            : [{ digest: digestOf(drawing), sizeBytes: sampler.pick([1000, 2000]) }],
        }
      )
    },
  },
}
