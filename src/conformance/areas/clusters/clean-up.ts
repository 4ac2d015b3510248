import type { CleanUp } from '../../area-judge/clean-up.ts'
import { rowsOf, rowsWithId } from '../../shadow/rows.ts'

/** Longer than any teardown that was seen. */
const BY = 'PT1H'
const BY_MS = 3_600_000

/**
 * A teardown that begins while the clock is ahead would end only when the clock gets there again, and until then the cluster
 * takes a place of the quota. So it is waited for before the clock is put back.
 */
export const CLUSTERS_CLEAN_UP: CleanUp = {
  async putRight({ driver, clock, base, leftBehind }, { world }) {
    if (clock.aheadMs === 0 || !driver.can('advanceClock')) return
    if (!rowsOf(world, 'Cluster').some(({ id }) => rowsWithId(base, 'Cluster', id).length === 0)) return
    try {
      await driver.cause('advanceClock', { by: BY })
      clock.moveAhead(BY_MS)
    } catch (error) {
      // The clock has to be put back all the same.
      leftBehind.add(`a cluster that is being torn down: ${(error as Error).message}`)
    }
  },
}
