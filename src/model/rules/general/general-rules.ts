import type { Refusal } from '../rule.ts'
import { EXISTENCE_RULES } from './existence-rules.ts'
import { INPUT_RULES } from './input-rules.ts'
import { PERMISSION_RULES } from './permission-rules.ts'

export { AUTHENTICATION_RULES } from './caller-rules.ts'

/** Asked of every request, beside those of its area. */
export const GENERAL_RULES: readonly Refusal[] = [...PERMISSION_RULES, ...INPUT_RULES, ...EXISTENCE_RULES]
