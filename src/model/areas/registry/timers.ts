import type { AreaModel } from '../area.ts'
import { COLLECTION_DUE, collectBlob } from './effects/contents/blobs.ts'

export const TIMERS: AreaModel['timers'] = {
  [COLLECTION_DUE]: (context) => {
    const { registry, repository, blob } = context.data
    collectBlob(context, {
      org: context.org,
      registry: String(registry),
      repository: String(repository),
      id: String(blob),
    })
  },
}
