import { unsupplied } from '../../src/conformance/draw/unsupplied.ts'
import type { Contract } from '../../src/contract/contract.ts'
import { type Check, note, ok } from './check.ts'

/** The vocabulary that only the owner of a target can supply, and the operations that need it. */
export function vocabularyChecks(contract: Contract): Check[] {
  const missing = unsupplied(contract)
  if (missing.length === 0)
    return [ok('vocabulary', 'complete: every operation can be called'), ...versionChecks(contract)]
  return [
    ...missing.map(({ entry, about, operations }) =>
      note(
        'vocabulary',
        `without ${entry}, ${operations.length === 1 ? 'one operation' : `${operations.length} operations`} cannot succeed: ${operations.join(', ')}`,
        `vocabulary.${entry}: ${about}`,
      ),
    ),
    ...versionChecks(contract),
  ]
}

/** Clusters can be made and changed without naming a version, but then no rule about versions is tried. */
function versionChecks({ profile: { vocabulary, bindings, leaveOut } }: Contract): Check[] {
  const isTold = vocabulary.orchestratorVersions !== undefined || 'listClusterVersions' in bindings
  if (isTold || leaveOut.includes('updateCluster')) return []
  const says = 'without orchestratorVersions, no rule about upgrades of clusters is tried'
  return [note('vocabulary', says, 'vocabulary.orchestratorVersions, or a binding of listClusterVersions')]
}

/** A run of every area calls the operations of one cost this often, more or less. */
const USUAL_NEED = 300

/** The operations that cost something: those that the budget does not allow, and budgets that are soon used up. */
export const budgetChecks = (contract: Contract): Check[] => [...noBudget(contract), ...smallBudgets(contract)]

const costly = ({ operations, profile }: Contract) =>
  [...operations.values()].flatMap(({ id, cost }) =>
    cost === 'free' || profile.leaveOut.includes(id) ? [] : [{ id, cost }],
  )

function noBudget(contract: Contract): Check[] {
  const dear = costly(contract).filter(({ cost }) => !contract.profile.budget[cost])
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

function smallBudgets(contract: Contract): Check[] {
  const { budget } = contract.profile
  const small = [...new Set(costly(contract).map(({ cost }) => cost))].filter(
    (cost) => (budget[cost] ?? 0) > 0 && (budget[cost] ?? 0) < USUAL_NEED,
  )
  if (small.length === 0) return []
  return [
    note(
      'budget',
      `small: ${small.map((cost) => `${cost} ${budget[cost]}`).join(', ')}; a run can use ${USUAL_NEED} of each, and skips what is left when one is used up`,
      'raise it if this target can bear that; the report says what was no longer called',
    ),
  ]
}
