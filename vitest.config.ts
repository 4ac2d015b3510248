import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongFirst } from './test/support/long-first.ts'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/run-folder.ts', 'test/support/run-seed.ts'],
    // Most files load the same contract and model: one process reads them once.
    isolate: false,
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
    // Copies of the sources are read by Node itself, once for each process.
    server: { deps: { external: [/\/\.cache\/copies\//] } },
  },
})
