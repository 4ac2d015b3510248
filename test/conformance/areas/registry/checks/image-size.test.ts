import { expect, test } from 'vitest'
import { imageSize } from '../../../../../src/conformance/areas/registry/checks/image-size.ts'
import { apply, type Change } from '../../../../../src/model/world/world.ts'
import { answered, blankShadow } from '../../../../support/answered.ts'

/** A look at an image of this size, after so many pushes. */
function look(pushes: number, sizeBytes: number) {
  const shadow = blankShadow('2026-03-05T12:00:00Z')
  const changes = Array.from({ length: pushes }, (_, index) => ({
    kind: 'put',
    table: 'RegistryManifest',
    row: {
      id: `i${index}`,
      org: 'acme',
      seq: index + 1,
      registry: 'shop',
      repository: 'web',
      digest: `sha256:${index}`,
    },
  }))
  const world = apply(shadow.world, changes as unknown as Change[])
  return answered({
    operation: 'listManifests',
    body: { manifests: [{ digest: 'sha256:0', sizeBytes }] },
    shadow: { ...shadow, world },
  })
}

/** What is found in the second look at an image that had 900 bytes, after two pushes. */
const second = (pushes: number, sizeBytes: number) =>
  imageSize.look(look(pushes, sizeBytes), imageSize.look(look(2, 900), imageSize.start).memory).found

test('an image gets no smaller, unless another one was pushed that may share its layers', () => {
  expect(second(2, 500)).toMatchObject([{ path: 'manifests.sizeBytes', expected: 900, actual: 500 }])
  expect(second(1, 900)).toEqual([])
  expect(second(3, 500)).toEqual([])
})
