import type { World } from '../../../../model/world/world.ts'
import { type Check, type Found, NOTHING_FOUND } from '../../../checks/check.ts'
import { type Answered, isSuccess } from '../../../shadow/answered.ts'
import { rowsOf } from '../../../shadow/rows.ts'
import { areTagsSettled, isCollected, isSettled } from './collected.ts'

/**
 * Whether an image with two tags counts once or twice is not said; but once nothing has changed for a while, the tag count of
 * a repository is one of the two, of what is in that repository and in no other (REG-16).
 */
export const tagCounts: Check<undefined> = {
  name: 'repositories',
  provenance: 'stated',
  start: undefined,
  look(answered) {
    const isDue = answered.operation.id === 'listRepositories' && isSuccess(answered) && isCollected(answered)
    return { found: isDue ? miscounted(answered) : NOTHING_FOUND, memory: undefined }
  },
}

function miscounted({ things, request, shadow, org }: Answered): Found[] {
  const worlds = [shadow, ...shadow.others].map(({ world }) => world)
  const { slug = '' } = request.parameters
  if (!worlds.every((world) => isSettled(world, org, slug) && areTagsSettled(world, org, slug))) return []
  return things.flatMap(({ entity, id, object: { tagCount: actual } }): Found[] => {
    const counts = worlds.flatMap((world) => countsOf(world, { org, registry: slug, repository: id }))
    const [expected] = counts
    if (entity !== 'RegistryRepository' || expected === undefined || counts.some((count) => count === actual)) return []
    return [{ code: 'value', path: 'repositories[RegistryRepository].tagCount', expected, actual, rules: ['REG-16'] }]
  })
}

interface Place {
  readonly org: string
  readonly registry: string
  readonly repository: string
}

/** The number of tags, and that of images with one; none for a repository that is not known. */
function countsOf(world: World, { org, registry, repository }: Place): number[] {
  const isKnown = rowsOf(world, 'RegistryRepository').some(
    (row) => row.org === org && row.registry === registry && row.name === repository,
  )
  const tags = rowsOf(world, 'RegistryTag').filter(
    (row) => row.org === org && row.registry === registry && row.repository === repository,
  )
  return isKnown ? [tags.length, new Set(tags.map(({ digest }) => digest)).size] : []
}
