import type { Rule } from '../../rule.ts'
import { ACCESS_RULES } from './rules/access.ts'
import { MONITOR_RULES } from './rules/monitors.ts'
import { SERVICE_RULES } from './rules/services.ts'
import { STATEMENTS } from './rules/statements.ts'

export const UPTIME_RULES: readonly Rule[] = [...ACCESS_RULES, ...SERVICE_RULES, ...MONITOR_RULES, ...STATEMENTS]
