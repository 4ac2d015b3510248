import type { World } from '../../../../model/world/world.ts'
import type { Check, Found } from '../../../checks/check.ts'
import { type Answered, isSuccess } from '../../../shadow/answered.ts'
import { rowsOf } from '../../../shadow/rows.ts'

/**
 * How the size of a repository counts what several images share is open, but it is no less than the layers of any one of
 * them (REG-14). Layers that another repository may hold as well are left out: they may count there.
 */
export const repositorySize: Check<undefined> = {
  // A late count is a stale read like any other, so it bears the name of what may be one.
  name: 'body',
  provenance: 'implied',
  start: undefined,
  look: (answered) => ({
    found: answered.operation.id === 'listRepositories' && isSuccess(answered) ? tooSmall(answered) : [],
    memory: undefined,
  }),
}

function tooSmall({ things, request, shadow, org }: Answered): Found[] {
  const worlds = [shadow, ...shadow.others].map(({ world }) => world)
  const place = { org, registry: request.parameters.slug ?? '' }
  return things.flatMap(({ entity, id, object: { sizeBytes: actual } }): Found[] => {
    const expected = Math.min(...worlds.map((world) => largestImage(world, { ...place, repository: id })))
    if (entity !== 'RegistryRepository' || typeof actual !== 'number' || actual >= expected) return []
    const path = 'repositories[RegistryRepository].sizeBytes'
    return [{ code: 'value', path, expected: { atLeast: expected }, actual, rules: ['REG-14'] }]
  })
}

interface Place {
  readonly org: string
  readonly registry: string
  readonly repository: string
}

/** The bytes of the largest image, without its manifest; 0 if there are images elsewhere in the registry. */
function largestImage(world: World, { org, registry, repository }: Place): number {
  const images = rowsOf(world, 'RegistryManifest').filter((row) => row.org === org && row.registry === registry)
  if (images.some((row) => row.repository !== repository)) return 0
  const sizes = images.map(({ imageBytes, manifestBytes }) => Number(imageBytes) - Number(manifestBytes))
  return Math.max(0, ...sizes.filter(Number.isFinite))
}
