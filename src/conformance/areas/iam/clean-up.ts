import type { CleanUp } from '../../area-judge/clean-up.ts'
import { rowsOf } from '../../shadow/rows.ts'

export const IAM_CLEAN_UP: CleanUp = {
  /** Members whose role a sequence changed get theirs back. */
  async putRight({ base, driver }, { world }) {
    for (const before of rowsOf(base, 'Membership')) {
      const now = rowsOf(world, 'Membership').find((row) => row.id === before.id && row.org === before.org)
      if (now === before || !driver.can('roleChanges')) continue
      await driver.cause('roleChanges', { organization: before.org, userId: before.id, role: before.role })
    }
  },
}
