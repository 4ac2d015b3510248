import type { Mistakes } from './mistake.ts'

export const REGISTRY: Mistakes = {}
