import type { World } from '../../../../model/world/world.ts'
import type { Check, Found } from '../../../checks/check.ts'
import type { Answered } from '../../../shadow/answered.ts'
import { rowsOf } from '../../../shadow/rows.ts'

const FREEING: ReadonlySet<string> = new Set(['deleteTag', 'deleteManifest', 'deleteRepository'])
/** The time that garbage collection may take. */
const PATIENCE_MS = 31 * 86_400_000

/**
 * The way usage counts is partly open, and so is the time of garbage collection; but with images stored it is not zero,
 * and with nothing stored it is zero after a while (REG-05, REG-14). Remembers the last time that something stored was
 * removed.
 */
export const usage: Check<number | undefined> = {
  // A late count is a stale read like any other, so it bears the name of what may be one.
  name: 'body',
  provenance: 'stated',
  start: undefined,
  look: (answered, freedAtMs) => {
    const { operation, received, shadow } = answered
    const frees = FREEING.has(operation.id) && received.status < 300
    const found = operation.id === 'getRegistry' ? wrongCounts(answered, freedAtMs) : []
    return { found, memory: frees ? shadow.world.nowMs : freedAtMs }
  },
}

function wrongCounts({ things, shadow, org }: Answered, freedAtMs: number | undefined): Found[] {
  const isCollected = freedAtMs === undefined || shadow.world.nowMs - freedAtMs > PATIENCE_MS
  return things.flatMap(({ id, object: { usedBytes: actual } }): Found[] => {
    const stored = [shadow, ...shadow.others].map(({ world }) => storedBytes(world, org, id))
    const uncounted = actual === 0 && stored.every((bytes) => bytes !== undefined && bytes > 0)
    const miscounted = Number(actual) > 0 && isCollected && stored.every((bytes) => bytes === 0)
    if (!uncounted && !miscounted) return []
    return [{ code: 'usage', path: 'usedBytes', stored: uncounted, actual, rules: ['REG-05', 'REG-14'] }]
  })
}

const storedBytes = (world: World, org: string, slug: string): number | undefined =>
  rowsOf(world, 'Registry').find((one) => one.org === org && one.id === slug)?.heldBytes
