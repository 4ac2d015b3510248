/** Says whether a pattern matches; undefined when it takes too long to tell. */
export type PatternRunner = (pattern: RegExp, text: string) => boolean | undefined

/** In a page there is nobody to stop a pattern, and nobody else's scenario. */
let runner: PatternRunner = (pattern, text) => pattern.test(text)

/** Node can stop one that takes too long (`limited-patterns.ts`); whoever runs there sets it up once. */
export function runPatternsBy(limited: PatternRunner): void {
  runner = limited
}

/** Whether a pattern that somebody else wrote matches; undefined when it takes too long to tell. */
export const matches: PatternRunner = (pattern, text) => runner(pattern, text)
