import { expect, test } from 'vitest'
import { repositorySize } from '../../../../../src/conformance/areas/registry/checks/repository-size.ts'
import { apply, type Change } from '../../../../../src/model/world/world.ts'
import { answered, blankShadow } from '../../../../support/answered.ts'

/** What is found in a list with one repository of this size, with images in these repositories. */
function found(sizeBytes: number, repositories: readonly string[]) {
  const { world, ...rest } = blankShadow('2026-03-05T12:00:00Z')
  const rows = repositories.map((repository, index) => ({
    ...{ id: `i${index}`, org: 'acme', seq: index + 1, registry: 'shop', repository, digest: `sha256:${index}` },
    ...{ imageBytes: 1000 + 500 * index, manifestBytes: 400 },
  }))
  const changes = rows.map((row) => ({ kind: 'put', table: 'RegistryManifest', row })) as unknown as Change[]
  const body = { repositories: [{ name: 'web', tagCount: 1, sizeBytes, createdAt: '2026-03-05T11:00:00Z' }] }
  const seen = answered({ operation: 'listRepositories', body, shadow: { ...rest, world: apply(world, changes) } })
  const request = { ...seen.request, parameters: { slug: 'shop' } }
  return repositorySize.look({ ...seen, request }, undefined).found
}

test('a repository is no smaller than the layers of its largest image', () => {
  expect(found(1099, ['web', 'web'])).toMatchObject([{ expected: { atLeast: 1100 }, actual: 1099 }])
  expect(found(1100, ['web', 'web'])).toEqual([])
})

test('layers that another repository may hold as well may count there, and what is unknown has no size', () => {
  expect(found(0, ['web', 'other'])).toEqual([])
  expect(found(0, [])).toEqual([])
})
