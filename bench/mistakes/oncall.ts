import type { Mistakes } from './mistake.ts'

export const ONCALL: Mistakes = {}
