import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/run-folder.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // CommonJS packages are seen as Node sees them.
    deps: { interopDefault: false },
  },
})
