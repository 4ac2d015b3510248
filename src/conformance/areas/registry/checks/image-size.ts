import { isObject } from '../../../../contract/json.ts'
import { type Check, type Found, NOTHING_FOUND } from '../../../checks/check.ts'
import { itemsOf } from '../../../compare/comparison.ts'

/** The size that each image was last shown with. */
type Sizes = ReadonlyMap<string, number>

/**
 * What the size of an image counts is open. But an image stays what it is: it gets no smaller when another one is removed,
 * because what it still refers to is not freed (Endpoints, Registries, 13).
 */
export const imageSize: Check<Sizes> = {
  name: 'images',
  provenance: 'stated',
  start: new Map(),
  look({ operation, request, received: { status, json } }, sizes) {
    if (operation.id !== 'listManifests' || status >= 300 || !isObject(json))
      return { found: NOTHING_FOUND, memory: sizes }
    const shown = itemsOf(json.manifests).flatMap(({ digest, sizeBytes }) =>
      typeof sizeBytes === 'number'
        ? [{ name: [request.parameters.slug, request.query.repo, digest].join(' '), sizeBytes }]
        : [],
    )
    const found = shown.flatMap(({ name, sizeBytes }): Found[] => {
      const before = sizes.get(name) ?? 0
      if (sizeBytes >= before) return []
      return [{ code: 'value', path: 'manifests.sizeBytes', expected: before, actual: sizeBytes, rules: ['REG-14'] }]
    })
    return { found, memory: new Map([...sizes, ...shown.map(({ name, sizeBytes }) => [name, sizeBytes] as const)]) }
  },
}
