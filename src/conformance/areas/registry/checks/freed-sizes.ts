import type { Rows } from '../../../../model/world/rows.ts'
import { type Check, type Found, NOTHING_FOUND } from '../../../checks/check.ts'
import { type Answered, isSuccess } from '../../../shadow/answered.ts'
import { rowsOf } from '../../../shadow/rows.ts'
import { isCollected, isFreeing, isSettled, lastPushMs } from './collected.ts'

/** What each repository was shown with last. */
type Shown = ReadonlyMap<string, Look>

interface Look {
  readonly sizeBytes: number
  /** What its images held then, with everything counted once. */
  readonly distinctBytes: number
  readonly images: number
  readonly atMs: number
  /** Something stored was removed since. */
  readonly isPast: boolean
}

/**
 * How the size of a repository counts is open, but where all its images counted, one less is less: what it alone needed is
 * freed, and after a while counts no longer (REG-14).
 */
export const freedSizes: Check<Shown> = {
  name: 'repositories',
  provenance: 'stated',
  start: new Map(),
  look(answered, last) {
    if (isFreeing(answered)) {
      const memory = new Map([...last].map(([place, look]) => [place, { ...look, isPast: true }]))
      return { found: NOTHING_FOUND, memory }
    }
    const isDue = answered.operation.id === 'listRepositories' && isSuccess(answered)
    if (!isDue || !isCollected(answered)) return { found: NOTHING_FOUND, memory: last }
    const sized = sizedIn(answered)
    const found = sized.flatMap((one) => kept(answered, one, last.get(one.place)))
    return { found, memory: new Map([...last, ...sized.map(asLook(answered))]) }
  },
}

/** A repository that is listed with a size, and what is known of it in every world that is possible. */
interface Sized {
  readonly place: string
  readonly sizeBytes: number
  readonly known: readonly Rows['RegistryRepository'][]
}

function sizedIn({ things, request, shadow, org }: Answered): Sized[] {
  const { slug = '' } = request.parameters
  const worlds = [shadow, ...shadow.others].map(({ world }) => world)
  return things.flatMap(({ entity, id, object: { sizeBytes } }): Sized[] => {
    const known = worlds.flatMap((world) =>
      rowsOf(world, 'RegistryRepository').filter((row) => row.org === org && row.registry === slug && row.name === id),
    )
    const isKnown = entity === 'RegistryRepository' && known.length === worlds.length
    return isKnown && typeof sizeBytes === 'number' ? [{ place: [org, slug, id].join(' '), sizeBytes, known }] : []
  })
}

const asLook =
  ({ shadow }: Answered) =>
  ({ place, sizeBytes, known }: Sized): [string, Look] => [
    place,
    {
      sizeBytes,
      distinctBytes: Math.min(...known.map(({ blobBytes }) => blobBytes)),
      images: Math.min(...known.map(({ manifestCount }) => manifestCount)),
      atMs: shadow.world.nowMs,
      isPast: false,
    },
  ]

/** Nothing came, something went, and the size is what it was. */
function kept({ shadow: { world }, org, request }: Answered, one: Sized, before: Look | undefined): Found[] {
  const { sizeBytes: actual, known } = one
  const { slug = '' } = request.parameters
  if (!before?.isPast || !isSettled(world, org, slug) || lastPushMs(world, org, slug) > before.atMs) return []
  const isLess = known.every(
    ({ manifestCount, imageBytes }) => manifestCount < before.images && imageBytes < before.distinctBytes,
  )
  if (!isLess || before.sizeBytes < before.distinctBytes || actual < before.sizeBytes) return []
  const path = 'repositories[RegistryRepository].sizeBytes'
  return [{ code: 'value', path, expected: { lessThan: before.sizeBytes }, actual, rules: ['REG-14'] }]
}
