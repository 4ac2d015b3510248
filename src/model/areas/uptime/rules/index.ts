import type { Rule } from '../../../rules/rule.ts'
import { rulesIn } from '../../../rules/rules-in.ts'
import * as statements from '../statements/index.ts'
import * as access from './access.ts'
import * as catalog from './catalog.ts'
import * as check from './check.ts'
import * as condition from './condition.ts'
import * as monitors from './monitors.ts'
import * as services from './services.ts'

/** Every rule of the area: refusals in the order in which they are looked at, and the statements beside them. */
export const UPTIME_RULES: readonly Rule[] = rulesIn<Rule>(
  access,
  services,
  monitors,
  catalog,
  condition,
  check,
  statements,
)
