import type { Excuse } from '../../checks/excuse.ts'
import type { Mismatch } from '../../compare/comparison.ts'
import type { Answered } from '../../shadow/answered.ts'
import { rowsOf } from '../../shadow/rows.ts'

/**
 * What becomes of a repository when its last image goes is open (Endpoints, Registries, 10 and 13), and so is when: one that is
 * still counted now may have gone at the next look.
 */
export const mayHaveGone: Excuse = (answered, { outcome, mismatches, seen }) => {
  const emptied = emptiedIn(answered)
  if (outcome.kind !== 'success' || emptied.length === 0) return undefined
  const isLess = mismatches.length > 0 && mismatches.every((one) => isOnlyLess(one, emptied))
  return isLess || isNamedInVain(answered, emptied)
    ? { shadow: seen, inconclusive: `${answered.operation.id}: an emptied repository may have gone` }
    : undefined
}

/** The names of the repositories without images in the registry that a request is about. */
const emptiedIn = ({ shadow, request: { parameters } }: Answered): readonly string[] =>
  rowsOf(shadow.world, 'RegistryRepository')
    .filter(({ registry, manifestCount }) => registry === parameters.slug && manifestCount === 0)
    .map(({ name }) => name)

function isOnlyLess(one: Mismatch, emptied: readonly string[]): boolean {
  if (one.code === 'lacks') return one.entity === 'RegistryRepository' && emptied.includes(one.id ?? '')
  if (one.code !== 'value' || one.path !== 'repositoryCount') return false
  const gone = Number(one.expected) - Number(one.actual)
  return gone > 0 && gone <= emptied.length
}

const isNamedInVain = ({ received, request: { query } }: Answered, emptied: readonly string[]): boolean =>
  received.status === 404 && emptied.includes(query.repo ?? '')
