import type { Mistakes } from './mistake.ts'

export const CLUSTERS: Mistakes = {}
