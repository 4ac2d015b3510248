import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** What the samples of one run are drawn from. */
    seed: number
  }
}

const MOST = 100_000

/** Another seed in each run, unless one is given: what one run leaves out another one tries. */
export default function setUp(project: TestProject): void {
  const seed = Number(process.env.UNDERSTUDY_SEED ?? Math.floor(Math.random() * MOST))
  project.provide('seed', seed)
  console.log(`Samples are drawn from ${seed}; UNDERSTUDY_SEED=${seed} draws the same again.`)
}
