import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongFirst } from './test/support/long-first.ts'

/**
 * What is tested is loaded by Node itself, as users load it: nothing of it is replaced by tests, and rewritten imports make
 * the judge a fifth slower. Not where files are watched: only what is rewritten is known to have changed.
 */
const SOURCES = new RegExp(`^${import.meta.dirname.replace(/\W/g, '\\$&')}/(?!test/|node_modules/)`)

// Workers, and whatever tests start, need not compile again what an earlier run has compiled.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '.cache/compiled')

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/run-folder.ts', 'test/support/run-seed.ts'],
    // Most files load the same contract and model: one process reads them once.
    isolate: false,
    // What a judged run makes is soon of no use; with more room for it less is copied about.
    execArgv: ['--max-semi-space-size=64'],
    // Many tests wait now and then, for a timer, a browser or another process: one more than there are cores.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongFirst },
    // Nothing takes that long on its own; a machine that is busy with something else may.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // A busy machine takes its time; a second, as is usual, is for quick ones.
    expect: { poll: { timeout: 60_000 } },
    // CommonJS packages are seen as Node sees them.
    deps: { interopDefault: false },
    server: { deps: { external: [/\/\.cache\/copies\//, ...(process.argv.includes('run') ? [SOURCES] : [])] } },
  },
})
