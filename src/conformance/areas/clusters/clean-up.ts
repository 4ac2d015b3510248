import type { World } from '../../../model/world/world.ts'
import type { CleanUp } from '../../area-judge/clean-up.ts'
import { knownChoice } from '../../kit/known-choice.ts'
import type { Session } from '../../session/session.ts'
import { rowsOf, rowsWithId } from '../../shadow/rows.ts'
import { isReady } from './fixtures.ts'

/** Longer than any teardown that was seen. */
const BY = 'PT1H'

/**
 * A teardown that begins while the clock is ahead would end only when the clock gets there again, and until then the cluster
 * takes a place of the quota. So it is waited for before the clock is put back.
 */
export const CLUSTERS_CLEAN_UP: CleanUp = {
  isBusy: ({ contract, learned, base }, world) =>
    knownChoice(contract, learned, 'clusters.delete-while-changing') === 'refuse' &&
    made(world, base).some((cluster) => !cluster.deleting && !isReady(cluster)),
  async beforeClockIsBack({ driver, base, leftBehind }, shadows) {
    if (!driver.can('advanceClock')) return
    if (shadows.every(({ world }) => made(world, base).length === 0)) return
    try {
      await driver.cause('advanceClock', { by: BY })
    } catch (error) {
      // The clock has to be put back all the same.
      leftBehind.add(`a cluster that is being torn down: ${(error as Error).message}`)
    }
  },
}

const made = (world: World, base: Session['base']) =>
  rowsOf(world, 'Cluster').filter(({ id }) => rowsWithId(base, 'Cluster', id).length === 0)
