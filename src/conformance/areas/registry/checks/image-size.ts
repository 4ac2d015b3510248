import { isObject } from '../../../../contract/json.ts'
import { type Check, type Found, NOTHING_FOUND } from '../../../checks/check.ts'
import { itemsOf } from '../../../compare/comparison.ts'
import { rowsOf } from '../../../shadow/rows.ts'

/** The size that each image was last shown with, and the newest image by then. */
interface Sizes {
  readonly shown: ReadonlyMap<string, number>
  readonly newest: number
}

/**
 * What the size of an image counts is open; maybe only what no other image has, which is less after a push. But it gets no
 * smaller when another one is removed, because what it still refers to is not freed (Endpoints, Registries, 13).
 */
export const imageSize: Check<Sizes> = {
  name: 'images',
  provenance: 'stated',
  start: { shown: new Map(), newest: 0 },
  look({ operation, request, received: { status, json }, shadow: { world } }, { shown, newest }) {
    if (operation.id !== 'listManifests' || status >= 300 || !isObject(json))
      return { found: NOTHING_FOUND, memory: { shown, newest } }
    const now = itemsOf(json.manifests).flatMap(({ digest, sizeBytes }) =>
      typeof sizeBytes === 'number'
        ? [{ name: [request.parameters.slug, request.query.repo, digest].join(' '), sizeBytes }]
        : [],
    )
    const newestNow = Math.max(newest, ...rowsOf(world, 'RegistryManifest').map(({ seq }) => seq))
    const before = newestNow === newest ? shown : NO_SIZES
    const found = now.flatMap(({ name, sizeBytes: actual }): Found[] => {
      const expected = before.get(name) ?? 0
      return actual < expected
        ? [{ code: 'value', path: 'manifests.sizeBytes', expected, actual, rules: ['REG-14'] }]
        : []
    })
    const sizes = new Map([...before, ...now.map(({ name, sizeBytes }) => [name, sizeBytes] as const)])
    return { found, memory: { shown: sizes, newest: newestNow } }
  },
}

const NO_SIZES: Sizes['shown'] = new Map()
