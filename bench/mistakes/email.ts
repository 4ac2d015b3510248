import type { Mistakes } from './mistake.ts'

export const EMAIL: Mistakes = {}
