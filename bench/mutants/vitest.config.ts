import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const ROOT = join(import.meta.dirname, '../..')
const COPY = process.env.MUTANT_COPY ?? ROOT
const COPIED = [join(ROOT, 'src/'), join(ROOT, 'stateful-mock/')]

/** The tests as they are, on a copy of the sources with one mutant switched on. */
export default defineConfig({
  root: ROOT,
  plugins: [
    {
      name: 'sources of the copy',
      enforce: 'pre',
      async resolveId(source, importer, options) {
        const found = await this.resolve(source, importer, { ...options, skipSelf: true })
        if (!found || !COPIED.some((room) => found.id.startsWith(room))) return found
        return { ...found, id: join(COPY, found.id.slice(ROOT.length)) }
      },
    },
  ],
  test: {
    include: ['test/**/*.test.ts', 'bench/mutants/*.test.ts'],
    setupFiles: ['bench/mutants/switch-on.ts'],
    isolate: false,
    fileParallelism: false,
    testTimeout: 20_000,
    deps: { interopDefault: false },
  },
})
