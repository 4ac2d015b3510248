import { isObject } from '../../../../contract/json.ts'
import { type Found, plainCheck } from '../../../checks/check.ts'
import { itemsOf } from '../../../compare/comparison.ts'
import { rowsOf } from '../../../shadow/rows.ts'

/** A permission by its own name: no pattern for several. */
const ONE = /^[\w-]+([.:/][\w-]+)+$/

/**
 * The permission catalog has every permission (Endpoints, IAM, row 2): those of the built-in roles, too. A target that
 * calls them differently there shows none of them, and nothing can be said.
 */
export const everyPermission = plainCheck('body', ({ operation, received, shadow, org }): readonly Found[] => {
  if (operation.id !== 'listPermissions' || received.status >= 300 || !isObject(received.json)) return []
  const listed = new Set(
    itemsOf(received.json.services)
      .flatMap(({ resources }) => itemsOf(resources))
      .flatMap(({ tiers }) => itemsOf(tiers))
      .map(({ permission }) => String(permission)),
  )
  const held = rowsOf(shadow.world, 'IamRole')
    .filter((role) => role.org === org && role.kind === 'builtin')
    .flatMap(({ permissions = [] }) => permissions)
  const unlisted = held.find((permission) => ONE.test(permission) && !listed.has(permission))
  if (unlisted === undefined || !held.some((permission) => listed.has(permission))) return []
  const lacks = { code: 'lacks', path: 'services', entity: 'permission', id: unlisted } as const
  return [{ ...lacks, expected: unlisted, actual: undefined, rules: ['IAM-03'] }]
})
