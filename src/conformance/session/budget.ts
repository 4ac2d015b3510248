import type { Contract } from '../../contract/contract.ts'
import type { Cost } from '../../contract/openapi.ts'
import type { Operation } from '../../contract/operations.ts'

/** The operations that a run has used up and those the profile allows; free operations are not counted. */
export interface Budget {
  affords(operation: Operation): boolean
  spend(operation: Operation): void
  /** True if it is not limited. */
  isBoundless(operation: Operation): boolean
  /** Operations that were left out because their cost had no budget left. */
  readonly refused: ReadonlySet<string>
}

/** The budget of a mock: practically unlimited. */
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
