import { resources, roles } from '../../compare/access-lists.ts'
import type { Comparators } from '../../compare/comparator-table.ts'

/** Which roles and scopable resources there are is the target's own affair (Endpoints, Tokens, row 3). */
export const TOKENS_COMPARATORS: Comparators = {
  'getTokenScopeOptions roles': roles('custom'),
  'getTokenScopeOptions resources': resources,
}
