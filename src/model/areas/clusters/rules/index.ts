import type { Rule } from '../../../rules/rule.ts'
import { rulesIn } from '../../../rules/rules-in.ts'
import * as statements from '../statements/index.ts'
import * as access from './access.ts'
import * as bounds from './bounds.ts'
import * as creation from './creation.ts'
import * as joining from './joining.ts'
import * as phases from './phases.ts'
import * as registrationTokens from './registration-tokens.ts'
import * as resizing from './resizing.ts'
import * as versions from './versions.ts'

/** Every rule of the area: refusals in the order in which they are looked at, and the statements beside them. */
export const CLUSTERS_RULES: readonly Rule[] = rulesIn<Rule>(
  access,
  creation,
  bounds,
  versions,
  resizing,
  phases,
  joining,
  registrationTokens,
  statements,
)
