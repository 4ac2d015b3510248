import type { Comparators } from '../../compare/comparator-table.ts'
import { asMade, free } from '../../compare/comparison.ts'

export const REGISTRY_COMPARATORS: Comparators = {
  // How usage counts, and when freed space leaves it, is open; another check compares it with what is stored.
  'getRegistry usedBytes': free,
  // A sentence for a person, in whatever words.
  'authorizeDataPlane reason': free,
  // As it was first shown, or as staff set it since (Limits).
  storageQuotaBytes: asMade,
}
