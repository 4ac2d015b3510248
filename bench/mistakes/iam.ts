import type { Mistakes } from './mistake.ts'

export const IAM: Mistakes = {}
