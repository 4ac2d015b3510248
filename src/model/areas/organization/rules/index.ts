import type { Rule } from '../../../rules/rule.ts'
import { rulesIn } from '../../../rules/rules-in.ts'
import * as statements from '../statements/index.ts'
import * as contacts from './contacts.ts'

/** Every rule of the area: refusals in the order in which they are looked at, and the statements beside them. */
export const ORGANIZATION_RULES: readonly Rule[] = rulesIn<Rule>(contacts, statements)
