import { resources, roles } from '../../compare/access-lists.ts'
import type { Comparators } from '../../compare/comparator-table.ts'
import { type Comparator, itemsOf, objection } from '../../compare/comparison.ts'

/** Read, write and admin permissions are all there somewhere (Endpoints, IAM, row 2). */
const everyTier: Comparator = (comparison, { observed, path }) => {
  const found = new Set(
    itemsOf(observed)
      .flatMap(({ resources: list }) => itemsOf(list))
      .flatMap(({ tiers }) => itemsOf(tiers))
      .map(({ tier }) => tier),
  )
  const missing = ['read', 'write', 'admin'].find((tier) => !found.has(tier))
  if (missing && found.size > 0) objection(comparison, { code: 'no-tier', path, expected: missing, actual: [...found] })
}

/** The roles, permissions and scopable resources are the target's own choice (Endpoints, IAM). */
export const IAM_COMPARATORS: Comparators = {
  'getIamCatalog roles': roles('builtin'),
  'getIamCatalog resources': resources,
  'listPermissions services': everyTier,
}
