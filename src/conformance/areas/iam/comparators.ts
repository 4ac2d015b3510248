import { resources, roles } from '../../compare/access-lists.ts'
import type { Comparators } from '../../compare/comparator-table.ts'
import { type Comparator, itemsOf, objection } from '../../compare/comparison.ts'

/** Permissions that the contract names itself (Authentication, point 3). */
const NAMED = ['email.key.admin', 'registry.key.admin']

/** Read, write and admin permissions are all there somewhere, and those that are named elsewhere (Endpoints, IAM, row 2). */
const everyTier: Comparator = (comparison, { predicted, observed, path }) => {
  const services = new Set(itemsOf(observed).map(({ service }) => service))
  const left = itemsOf(predicted).find(({ service }) => !services.has(service))
  if (left) {
    const lacks = { code: 'lacks', path, entity: 'service', id: String(left.service) } as const
    objection(comparison, { ...lacks, expected: left.service, actual: undefined })
    return
  }
  const atoms = itemsOf(observed)
    .flatMap(({ resources: list }) => itemsOf(list))
    .flatMap(({ tiers }) => itemsOf(tiers))
  const found = new Set(atoms.map(({ tier }) => tier))
  const missing = ['read', 'write', 'admin'].find((tier) => !found.has(tier))
  if (missing) {
    objection(comparison, { code: 'no-tier', path, expected: missing, actual: [...found] })
    return
  }
  const unnamed = NAMED.find((name) => !atoms.some(({ permission }) => permission === name))
  if (unnamed === undefined) return
  const lacks = { code: 'lacks', path, entity: 'permission', id: unnamed } as const
  objection(comparison, { ...lacks, expected: unnamed, actual: undefined }, 'implied')
}

/** The roles, permissions and scopable resources are the target's own choice (Endpoints, IAM). */
export const IAM_COMPARATORS: Comparators = {
  'getIamCatalog roles': roles('builtin'),
  'getIamCatalog resources': resources,
  'listPermissions services': everyTier,
}
