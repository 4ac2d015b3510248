import { bareAddress } from './addresses.ts'
import type { MessageRow } from './state.ts'
import { suppressionOf } from './suppressed.ts'
import { addSuppression } from './suppressions.ts'
import type { Work } from './work.ts'

/** Puts recipients on the list for what they, or their servers, said (Events, point 2); answers the new entries. */
export function suppress(
  work: Work,
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
