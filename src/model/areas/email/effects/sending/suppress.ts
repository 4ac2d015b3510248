import type { Transaction } from '../../../../world/transaction.ts'
import { bareAddress } from '../../queries/addresses.ts'
import { suppressionOf } from '../../queries/sending/suppressed.ts'
import type { MessageRow } from '../../state/index.ts'
import { addSuppression } from './suppressions.ts'

/** Puts recipients on the list for what they, or their servers, said (Events, point 2); answers the new entries. */
export function suppress(
  work: Transaction,
  { org }: MessageRow,
  recipients: readonly string[],
  reason: 'bounce' | 'complaint',
): string[] {
  return recipients.flatMap((recipient) => {
    const before = suppressionOf(work, org, recipient)
    if (!before) return [addSuppression(work, org, bareAddress(recipient), reason).id]
    if (before.reason !== reason && work.gap('email.suppressed-again-reason') === 'replace')
      work.put('EmailSuppression', { ...before, reason })
    return []
  })
}
