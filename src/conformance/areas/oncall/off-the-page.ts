import type { Contract } from '../../../contract/contract.ts'
import type { Excuse } from '../../checks/excuse.ts'
import { rowsOf } from '../../shadow/rows.ts'
import type { Shadow } from '../../shadow/shadow.ts'

const DAYS = 'oncall.status-page-days'
const DAY_MS = 86_400_000

/** How many days a resolved incident stays on a status page is open (On-call 21); the least is one. */
export function mayBeOffThePage(
  { contract, shadow }: { readonly contract: Contract; readonly shadow: Shadow },
  incident: string,
): boolean {
  if (contract.gaps.pinned(DAYS)) return false
  const { nowMs } = shadow.world
  return rowsOf(shadow.world, 'OncallIncident').some(
    ({ id, status, resolvedAtMs = nowMs }) =>
      id === incident && status === 'resolved' && nowMs - resolvedAtMs >= DAY_MS,
  )
}

/** The same of a page that is asked for. */
export const mayHaveLeftThePage: Excuse = (answered, { outcome, mismatches, seen }) => {
  if (answered.operation.id !== 'getStatusPage' || outcome.kind !== 'success' || mismatches.length === 0)
    return undefined
  const isOff = (one: (typeof mismatches)[number]) =>
    one.code === 'lacks' && mayBeOffThePage({ ...answered, shadow: seen }, one.id ?? '')
  return mismatches.every(isOff) ? { shadow: seen, inconclusive: undefined } : undefined
}
