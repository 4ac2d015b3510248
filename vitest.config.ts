import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/run-folder.ts'],
    // Most files load the same contract and model: one process reads them once. Also on two cores both are used.
    isolate: false,
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A busy machine takes its time; a second, as is usual, is for quick ones.
    expect: { poll: { timeout: 20_000 } },
    // CommonJS packages are seen as Node sees them.
    deps: { interopDefault: false },
    // Copies of the sources are read by Node itself, once for each process.
    server: { deps: { external: [/\/\.cache\/copies\//] } },
  },
})
