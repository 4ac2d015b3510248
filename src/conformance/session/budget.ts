import type { Contract } from '../../contract/contract.ts'
import type { Cost } from '../../contract/openapi.ts'
import type { Operation } from '../../contract/operations.ts'

/** The operations that a run has used up and those the profile allows; free operations are not counted. */
export interface Budget {
  affords(operation: Operation): boolean
  /** Counts a request, the run's latest of so many. */
  spend(operation: Operation, requests: number): void
  /** True if it is not limited. */
  isBoundless(operation: Operation): boolean
  /** Operations that were left out because their cost had no budget left. */
  readonly refused: ReadonlySet<string>
  /** The budgets that were used up, and when. */
  usedUp(): readonly UsedUp[]
}

/** A budget of which nothing was left when something else was to be called. */
export interface UsedUp {
  readonly cost: Cost
  readonly budget: number
  /** Requests of the run when the last of it was spent. */
  readonly afterRequests: number
  /** The operations that were no longer called. */
  readonly operations: readonly string[]
}

/** The budget of a mock: practically unlimited. */
const BOUNDLESS = 1_000_000

export function makeBudget({ profile, operations }: Contract): Budget {
  const spent = new Map<Cost, number>()
  const ends = new Map<Cost, number>()
  const refused = new Set<string>()
  const limitOf = (cost: Cost): number => (cost === 'free' ? Number.POSITIVE_INFINITY : (profile.budget[cost] ?? 0))
  return {
    refused,
    affords({ id, cost }) {
      if ((spent.get(cost) ?? 0) < limitOf(cost)) return true
      refused.add(id)
      return false
    },
    isBoundless: ({ cost }) => limitOf(cost) >= BOUNDLESS,
    spend({ cost }, requests) {
      const now = (spent.get(cost) ?? 0) + 1
      spent.set(cost, now)
      if (now === limitOf(cost)) ends.set(cost, requests)
    },
    usedUp: () =>
      [...ends].flatMap(([cost, afterRequests]) => {
        const left = [...refused].filter((id) => operations.get(id)?.cost === cost)
        return left.length === 0 ? [] : [{ cost, budget: limitOf(cost), afterRequests, operations: left }]
      }),
  }
}
