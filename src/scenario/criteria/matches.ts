/** Tests a pattern; undefined when that takes too long. */
export type PatternRunner = (pattern: RegExp, text: string) => boolean | undefined

/** In a page there is nobody to stop a pattern, and nobody else's scenario. */
let runner: PatternRunner = (pattern, text) => pattern.test(text)

/** Node can stop one that takes too long (`limited-patterns.ts`); whoever runs there sets it up once. */
export function runPatternsBy(limited: PatternRunner): void {
  runner = limited
}

/** Tests a pattern that somebody else wrote; undefined when that takes too long. */
export const matches: PatternRunner = (pattern, text) => runner(pattern, text)
