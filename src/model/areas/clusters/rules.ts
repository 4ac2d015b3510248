import type { Rule } from '../../rule.ts'
import { ACCESS_RULES } from './rules/access.ts'
import { BOUNDS_RULES } from './rules/bounds.ts'
import { CREATION_RULES } from './rules/creation.ts'
import { JOINING_RULES } from './rules/joining.ts'
import { PHASE_RULES } from './rules/phases.ts'
import { REGISTRATION_TOKEN_RULES } from './rules/registration-tokens.ts'
import { RESIZING_RULES } from './rules/resizing.ts'
import { STATEMENTS } from './rules/statements.ts'
import { VERSION_RULES } from './rules/versions.ts'

export const CLUSTERS_RULES: readonly Rule[] = [
  ...ACCESS_RULES,
  ...CREATION_RULES,
  ...BOUNDS_RULES,
  ...VERSION_RULES,
  ...RESIZING_RULES,
  ...PHASE_RULES,
  ...JOINING_RULES,
  ...REGISTRATION_TOKEN_RULES,
  ...STATEMENTS,
]
