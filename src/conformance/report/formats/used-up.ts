import type { Report } from '../report.ts'

/** A sentence for each budget that was used up before the run was through. */
export const usedUpBudgets = ({ usedUp = [] }: Report): string[] =>
  usedUp.map(
    ({ cost, budget, afterRequests, operations }) =>
      `budget ${cost} (${budget}) used up after ${afterRequests} requests; no longer called: ${operations.join(', ')}`,
  )
