/** Bundles what is run of the package: a few large files are loaded several times sooner than hundreds of small ones. */
import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'

const ROOT = join(import.meta.dirname, '..')
const MANIFEST = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<
  'dependencies' | 'peerDependencies',
  object
>
const OTHERS = Object.keys({ ...MANIFEST.dependencies, ...MANIFEST.peerDependencies })

/** The command, the thread it judges on, and each door of the package, by where they are. */
const ENTRIES = [
  'bin/main',
  'bin/watch/judge-worker',
  'index',
  ...['vitest', 'playwright', 'msw'].map((door) => `stateful-mock/doors/${door}`),
]

const PLACE = /__placeOf\("([^"]*)"\)/g

/** A module looks for files from where it would be by itself, in whichever of the large files it is. */
const fromItsOwnPlace: Plugin = {
  name: 'from-its-own-place',
  transform: {
    filter: { code: 'import.meta.url' },
    handler: (code, id) => code.replaceAll('import.meta.url', `__placeOf("${relative(ROOT, id)}")`),
  },
  renderChunk: (code, { fileName }) =>
    code.replaceAll(PLACE, (_, module: string) => {
      const place = JSON.stringify(relative(dirname(fileName), module))
      return `new URL(${place}, import.meta.url).href`
    }),
}

/** Writes it into dist/. */
export async function buildBundle(dist: string): Promise<void> {
  const bundle = await rolldown({
    input: Object.fromEntries(ENTRIES.map((name) => [name, join(ROOT, `${name}.ts`)])),
    platform: 'node',
    logLevel: 'warn',
    external: [...OTHERS.map((name) => new RegExp(`^${name}(/|$)`)), /^node:/],
    plugins: [fromItsOwnPlace],
  })
  const comments = { legal: true, annotation: false, jsdoc: false }
  // Names stay, so that a stack trace says where it comes from.
  const minify = { compress: false, mangle: false, codegen: { removeWhitespace: true } }
  await bundle.write({ dir: dist, format: 'esm', chunkFileNames: 'bin/[name]-[hash].js', comments, minify })
  await bundle.close()
}
