import type { Mistakes } from './mistake.ts'

export const ORGANIZATION: Mistakes = {}
