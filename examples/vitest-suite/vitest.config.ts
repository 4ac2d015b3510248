import { defineConfig } from 'vitest/config'

// The first test starts the mock, which takes seconds on a busy machine.
export default defineConfig({ test: { include: ['tests/**/*.test.ts'], testTimeout: 30_000 } })
