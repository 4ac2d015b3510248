import { unsupplied } from '../../src/conformance/draw/unsupplied.ts'
import type { Contract } from '../../src/contract/contract.ts'
import { type Check, note, ok } from './check.ts'

/** The vocabulary that only the owner of a target can supply, and the operations that need it. */
export function vocabularyChecks(contract: Contract): Check[] {
  const missing = unsupplied(contract)
  if (missing.length === 0) return [ok('vocabulary', 'complete: every operation can be called')]
  return missing.map(({ entry, about, operations }) =>
    note(
      'vocabulary',
      `without ${entry}, ${operations.length === 1 ? 'one operation' : `${operations.length} operations`} cannot succeed: ${operations.join(', ')}`,
      `vocabulary.${entry}: ${about}`,
    ),
  )
}

/** The operations that cost something and that the budget does not allow. */
export function budgetChecks({ operations, profile }: Contract): Check[] {
  const dear = [...operations.values()].filter(
    ({ id, cost }) => cost !== 'free' && !profile.leaveOut.includes(id) && !profile.budget[cost],
  )
  if (dear.length === 0) return []
  const costs = [...new Set(dear.map(({ cost }) => cost))]
  return [
    note(
      'budget',
      `none for ${costs.join(', ')}, so ${dear.map(({ id }) => id).join(', ')} and whatever depends on them are not exercised`,
      `budget: { ${costs.map((cost) => `${cost}: 20`).join(', ')} }, if that is acceptable on this target`,
    ),
  ]
}
