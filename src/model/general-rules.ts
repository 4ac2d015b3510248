import { EXISTENCE_RULES } from './general/existence-rules.ts'
import { INPUT_RULES } from './general/input-rules.ts'
import type { Refusal } from './rule.ts'

export { AUTHENTICATION_RULES } from './general/caller-rules.ts'

/** Asked of every request, beside those of its area. */
export const GENERAL_RULES: readonly Refusal[] = [...INPUT_RULES, ...EXISTENCE_RULES]
