import type { Rule } from '../../rule.ts'
import { MINTING_RULES } from './rules/minting.ts'
import { SCOPE_RULES } from './rules/scope.ts'
import { STATEMENTS } from './rules/statements.ts'

export const TOKENS_RULES: readonly Rule[] = [...MINTING_RULES, ...SCOPE_RULES, ...STATEMENTS]
