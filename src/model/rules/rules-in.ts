import type { Rule } from './rule.ts'

/**
 * The rules that files export, file by file, in each as they are written there: of several that object at the same stage
 * the first is answered. A file's exports by themselves have no such order.
 */
export const rulesIn = <R extends Rule>(...files: readonly Readonly<Record<string, R>>[]): readonly R[] =>
  files.flatMap((file) => Object.values(file).sort((a, b) => a.place - b.place))
