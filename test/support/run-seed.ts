import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** What the samples of one run are drawn from. */
    seed: number
  }
}

const USUAL = 94_715

/** The same seed in each run, unless another is given: what is red is red for everybody. All of them are in the full run. */
export default function setUp(project: TestProject): void {
  const seed = Number(process.env.UNDERSTUDY_SEED ?? USUAL)
  project.provide('seed', seed)
  console.log(`Samples are drawn from ${seed}; UNDERSTUDY_SEED=… draws others.`)
}
