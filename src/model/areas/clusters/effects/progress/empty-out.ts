import type { Transaction } from '../../../../world/transaction.ts'
import type { ClusterRow } from '../../state/index.ts'

const INSIDE = ['Node', 'JoinToken', 'RegistrationToken', 'ClientToken'] as const

/** Takes away everything that is in a cluster and lives no longer than it. */
export function emptyOut(context: Transaction, { org, name }: ClusterRow): void {
  for (const table of INSIDE)
    for (const row of [...context.oldest(table, 'parent', org, name)]) {
      if ('dueId' in row && row.dueId !== undefined) context.cancel(row.dueId)
      context.remove(table, org, name, row.id)
    }
}
