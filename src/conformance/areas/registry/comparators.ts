import type { Comparators } from '../../compare/comparator-table.ts'
import { free } from '../../compare/comparison.ts'

export const REGISTRY_COMPARATORS: Comparators = {
  // How usage counts, and when freed space leaves it, is open: that it follows what is stored is checked apart.
  'getRegistry usedBytes': free,
}
