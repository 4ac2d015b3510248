import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import source from '../../src/contract/generated/spec.js'
import type { LibraryScenario } from '../../stateful-mock/console/playground/library.ts'
import { builtConsole } from '../build-console.ts'

const ENTRY = join(import.meta.dirname, '../../stateful-mock/console/playground/main.ts')

/** The console with the mock in the page: its files, by name. */
export async function playgroundFiles(
  root: string,
  scenarios: readonly LibraryScenario[],
): Promise<Readonly<Record<string, string>>> {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const files = await builtConsole()
  return {
    ...files,
    'index.html': pageFor(files['index.html'] ?? ''),
    'app.js': await script(),
    'scenarios.json': JSON.stringify({
      version,
      scenarios: scenarios.map(({ name, folder, text }) => ({ name, folder, text })),
    }),
    'openapi.json': JSON.stringify(source.api, null, 2),
  }
}

/** The console's own page, under any path. The contract is in the script already. */
const pageFor = (page: string): string =>
  page
    .replace(
      /^.*contract\.json.*\n/m,
      '<link rel="preload" href="scenarios.json" as="fetch" crossorigin="anonymous" />\n',
    )
    .replaceAll('"/console/', '"')
    .replace('<title>Understudy</title>', '<title>Understudy playground</title>')
    .replace(/<noscript>.*<\/noscript>/, '<noscript>The playground needs JavaScript.</noscript>')

async function script(): Promise<string> {
  const bundle = await rolldown({
    input: ENTRY,
    platform: 'browser',
    logLevel: 'warn',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  })
  const { output } = await bundle.generate({ format: 'esm', minify: true, codeSplitting: false })
  await bundle.close()
  return output[0].code
}
