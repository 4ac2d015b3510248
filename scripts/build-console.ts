/** Builds the console into stateful-mock/console/generated. A test runs the same function and compares. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

const CONSOLE = join(import.meta.dirname, '../stateful-mock/console')
export const BUILT = join(CONSOLE, 'generated')

/** The files a browser gets, by name. */
export async function builtConsole(): Promise<Record<string, string>> {
  return {
    'index.html': readFileSync(join(CONSOLE, 'index.html'), 'utf8').replaceAll(/^ +/gm, ''),
    'app.js': await script(),
    'app.css': styles(),
    'icon.svg': readFileSync(join(CONSOLE, 'icon.svg'), 'utf8'),
  }
}

async function script(): Promise<string> {
  const bundle = await rolldown({
    input: join(CONSOLE, 'main.tsx'),
    platform: 'browser',
    logLevel: 'warn',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  })
  const { output } = await bundle.generate({ format: 'esm', minify: true })
  await bundle.close()
  return output[0].code
}

/** In the order of their names; comments and indentation stay at home. */
function styles(): string {
  const folder = join(CONSOLE, 'styles')
  const texts = readdirSync(folder)
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
  return texts
    .join('\n')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\n\s*/g, '\n')
    .replaceAll(/\n+/g, '\n')
}

if (import.meta.main) {
  mkdirSync(BUILT, { recursive: true })
  const files = await builtConsole()
  for (const [name, text] of Object.entries(files)) writeFileSync(join(BUILT, name), text)
  console.log(`wrote ${Object.keys(files).length} files into stateful-mock/console/generated`)
}
