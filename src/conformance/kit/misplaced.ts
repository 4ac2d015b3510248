type Among = (bad: unknown, good: readonly unknown[]) => readonly unknown[] | undefined

/**
 * A bad item alone, and at the end, at the beginning and in the middle of good ones; undefined where there are too few of
 * those. A list is not good because its first item is, or its last.
 */
export const MISPLACED: readonly Among[] = [
  (bad) => [bad],
  (bad, good) => (good.length > 0 ? [...good, bad] : undefined),
  (bad, good) => (good.length > 0 ? [bad, ...good] : undefined),
  (bad, good) => (good.length > 1 ? good.toSpliced(1, 0, bad) : undefined),
]
