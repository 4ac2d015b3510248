import type { Mistakes } from './mistake.ts'

export const UPTIME: Mistakes = {}
