import type { CleanUp } from '../../area-judge/clean-up.ts'
import { rowsOf } from '../../shadow/rows.ts'

export const IAM_CLEAN_UP: CleanUp = {
  /** Members whose role a sequence changed get theirs back; roles that it made go. */
  async putRight({ base, driver }, { world, salt }) {
    if (!driver.can('roleChanges')) return
    for (const { id, org } of rowsOf(world, 'IamRole').filter(({ kind }) => kind === 'custom'))
      if (id.includes(salt)) await driver.cause('roleChanges', { organization: org, customRole: { id, removed: true } })
    for (const before of rowsOf(base, 'Membership')) {
      const now = rowsOf(world, 'Membership').find((row) => row.id === before.id && row.org === before.org)
      if (now === before) continue
      await driver.cause('roleChanges', { organization: before.org, userId: before.id, role: before.role })
    }
  },
}
