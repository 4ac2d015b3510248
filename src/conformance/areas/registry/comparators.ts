import type { Comparators } from '../../compare/comparator-table.ts'
import { free } from '../../compare/comparison.ts'

export const REGISTRY_COMPARATORS: Comparators = {
  // How usage counts, and when freed space leaves it, is open; another check compares it with what is stored.
  'getRegistry usedBytes': free,
}
