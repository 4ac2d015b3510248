import { listed } from '../../../../request/listed.ts'
import type { Transaction } from '../../../../world/transaction.ts'
import type { Effect } from '../../../area.ts'
import { suppressionOf } from '../../queries/sending/suppressed.ts'
import { suppressionView } from '../../queries/views.ts'
import type { SuppressionReason, SuppressionRow } from '../../state/index.ts'
import { liftingDelivers, manualReason } from '../../statements/suppressions.ts'

export const listSuppressions: Effect<'listSuppressions'> = (context) => {
  const rows = [...context.oldest('EmailSuppression', 'made', context.caller.org)].filter(({ lifted }) => !lifted)
  return { suppressions: listed(context, rows, ({ address }) => address).map(suppressionView) }
}

export const createSuppression: Effect<'createSuppression'> = (context) => {
  const { org } = context.caller
  const { address } = context.body
  const before = suppressionOf(context, org, address)
  const choice = before ? context.gap('email.suppress-twice') : 'new'
  context.cite(manualReason)
  const reason = 'manual'
  if (before && choice === 'replace') context.remove('EmailSuppression', before.org, before.id)
  if (!before || choice === 'new' || choice === 'replace')
    return suppressionView(addSuppression(context, org, address, reason))
  if (choice === 'same-unchanged') return suppressionView(before)
  return suppressionView(context.put('EmailSuppression', { ...before, reason, lifted: false }))
}

export function addSuppression(
  work: Transaction,
  org: string,
  address: string,
  reason: SuppressionReason,
): SuppressionRow {
  return work.put('EmailSuppression', {
    id: work.fresh.id('EmailSuppression'),
    org,
    seq: work.serial(),
    address: work.gap('email.suppression-case') === 'lower' ? address.toLowerCase() : address,
    reason,
    createdAt: work.fresh.time(work.nowMs),
    createdAtMs: work.nowMs,
    lifted: false,
  })
}

export const deleteSuppression: Effect<'deleteSuppression'> = (context) => {
  const entry = context.the('EmailSuppression')
  context.cite(liftingDelivers)
  context.remove('EmailSuppression', entry.org, entry.id)
  return undefined
}
