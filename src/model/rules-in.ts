import type { Rule } from './rule.ts'

/** The rules a file exports, by name: a bundler may list them in another order than Node, and the first to object counts. */
export const rulesIn = (file: Readonly<Record<string, Rule>>): readonly Rule[] =>
  Object.keys(file)
    .sort()
    .flatMap((name) => file[name] ?? [])
