import { resources, roles } from '../../compare/access-lists.ts'
import type { Comparators } from '../../compare/comparator-table.ts'

/** The roles and scopable resources are the target's own choice (Endpoints, Tokens, row 3). */
export const TOKENS_COMPARATORS: Comparators = {
  'getTokenScopeOptions roles': roles('custom'),
  'getTokenScopeOptions resources': resources,
}
