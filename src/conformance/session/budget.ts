import type { Contract } from '../../contract/contract.ts'
import type { Cost } from '../../contract/openapi.ts'
import type { Operation } from '../../contract/operations.ts'

/** What a run has spent of what the profile allows; free operations cost nothing. */
export interface Budget {
  affords(operation: Operation): boolean
  spend(operation: Operation): void
  /** Whether no count is kept of it. */
  isBoundless(operation: Operation): boolean
  /** Operations that were left out because their cost had no budget left. */
  readonly refused: ReadonlySet<string>
}

/** As good as no limit: what a mock is given. */
const BOUNDLESS = 1_000_000

export function makeBudget({ profile }: Contract): Budget {
  const spent = new Map<Cost, number>()
  const refused = new Set<string>()
  return {
    refused,
    affords({ id, cost }) {
      if (cost === 'free' || (spent.get(cost) ?? 0) < (profile.budget[cost] ?? 0)) return true
      refused.add(id)
      return false
    },
    isBoundless: ({ cost }) => cost === 'free' || (profile.budget[cost] ?? 0) >= BOUNDLESS,
    spend({ cost }) {
      spent.set(cost, (spent.get(cost) ?? 0) + 1)
    },
  }
}
