import type { Mistakes } from './mistake.ts'

export const TOKENS: Mistakes = {}
