import { isSymbol } from '../../../model/world/fresh.ts'
import { resources, roles } from '../../compare/access-lists.ts'
import type { Comparators } from '../../compare/comparator-table.ts'
import { sameJson } from '../../compare/compare.ts'
import { type Comparator, itemsOf, objection } from '../../compare/comparison.ts'

/**
 * Two grants of one role reach the same as one grant for the things of both; how that is written is open. So is what a token
 * shows that was given no scope: nothing, or whole roles of its owner.
 */
const scope: Comparator = (comparison, { predicted, observed, path }) => {
  if (itemsOf(predicted).length === 0 && Object.values(reach(observed)).every(({ length }) => length === 0)) return
  if (!sameJson(reach(predicted), reach(observed)))
    objection(comparison, { code: 'items', path, expected: predicted, actual: observed })
  const names = new Map(itemsOf(predicted).map(({ role, roleName }) => [role, roleName]))
  for (const { role, roleName: actual } of itemsOf(observed)) {
    const expected = names.get(role)
    if (expected !== undefined && !isSymbol(expected) && expected !== actual)
      objection(comparison, { code: 'value', path: `${path}.roleName`, expected, actual })
  }
}

/** The things that each role reaches: all of them where no grant names any. */
function reach(grants: unknown): Readonly<Record<string, readonly string[]>> {
  const byRole = Map.groupBy(itemsOf(grants), ({ role }) => String(role))
  const named = [...byRole].map(([role, some]): [string, string[]] => {
    const ids = some.map(({ resourceIds }) => [resourceIds ?? []].flat().map(String))
    return [role, ids.some(({ length }) => length === 0) ? [] : [...new Set(ids.flat())].toSorted()]
  })
  return Object.fromEntries(named)
}

/** The roles and scopable resources are the target's own choice (Endpoints, Tokens, row 3). */
export const TOKENS_COMPARATORS: Comparators = {
  'listTokens tokens.scope': scope,
  'getTokenScopeOptions roles': roles('custom'),
  'getTokenScopeOptions resources': resources,
}
