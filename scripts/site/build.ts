/** Builds the site, docs and playground, into a folder that any file server can serve: `npm run site [folder]`. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { framed } from './frame.ts'
import { readLibrary } from './library.ts'
import { menuOf } from './menu.ts'
import { addressOf, pagesFrom, type SitePage } from './pages.ts'
import { playgroundFiles } from './playground.ts'
import { scenariosPage } from './scenarios-page.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Every file of the site, by its path. */
export async function builtSite(): Promise<ReadonlyMap<string, string | Uint8Array>> {
  const read = (path: string) => readFileSync(join(ROOT, path))
  const { repository } = JSON.parse(read('package.json').toString()) as { repository: { url: string } }
  const pages = pagesFrom(ROOT, 'README.md', repository.url.replace(/^git\+|\.git$/g, ''))
  const library = readLibrary(ROOT)
  const menu = menuOf(read('docs/README.md').toString(), 'docs/README.md')
  const scenarios = { address: 'scenarios.html', title: 'Scenarios', html: scenariosPage(library), menu: [] }
  const pictures = [...pages.values()].flatMap(({ leadsTo }) => leadsTo.filter((file) => !file.endsWith('.md')))
  const console = await playgroundFiles(ROOT, library)
  return new Map<string, string | Uint8Array>([
    ...[...pages.values()].map((page): [string, string] => [addressOf(page.source), pageWith(page, menu)]),
    [scenarios.address, framed(scenarios)],
    ['style.css', `${read('stateful-mock/console/styles/1-base.css')}\n${read('scripts/site/site.css')}`],
    ['find.js', read('scripts/site/find.js')],
    ...pictures.map((file): [string, Uint8Array] => [file, read(file)]),
    ...Object.entries(console).map(([name, text]): [string, string] => [`console/${name}`, text]),
  ])
}

/** The first page says what else is here. */
const INVITATION = `<p class="invitation"><a class="button primary" href="console/index.html">Open the playground</a>
<a class="button" href="scenarios.html">Pick a scenario</a>
<span class="quiet">The mock and its console, running in this browser. Nothing to install.</span></p>`

function pageWith({ source, title, html }: SitePage, docs: ReturnType<typeof menuOf>): string {
  const isFirst = source === 'README.md'
  const whole = isFirst ? html.replace('</h1>', `</h1>\n${INVITATION}`) : html
  return framed({ address: addressOf(source), title, html: whole, menu: isFirst ? [] : docs })
}

export async function writeSite(folder: string): Promise<number> {
  rmSync(folder, { recursive: true, force: true })
  const files = await builtSite()
  for (const [path, content] of files) {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  return files.size
}

if (import.meta.main) {
  const folder = process.argv[2] ?? join(ROOT, 'site')
  console.log(`wrote ${await writeSite(folder)} files into ${folder}; serve them with any file server`)
}
