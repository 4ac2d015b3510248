import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize, posix } from 'node:path'
import { rendered } from './markdown.ts'

/** A page of Markdown, by its path in the repository. */
export interface SitePage {
  readonly source: string
  readonly title: string
  readonly html: string
  /** Other pages it links to, and pictures it shows. */
  readonly leadsTo: readonly string[]
}

/** `docs/README.md` is the index of its folder. */
export const addressOf = (source: string): string =>
  source.replace(/README\.md$/, 'index.html').replace(/\.md$/, '.html')

const isPage = (file: string): boolean => file.endsWith('.md')
const isPicture = (file: string): boolean => /\.(png|svg)$/.test(file)

/** The first page and all that can be reached from it. What is no page and no picture is looked at in the repository. */
export function pagesFrom(root: string, first: string, repository: string): ReadonlyMap<string, SitePage> {
  const pages = new Map<string, SitePage>()
  const waiting = [first]
  for (let source = waiting.pop(); source !== undefined; source = waiting.pop()) {
    if (pages.has(source)) continue
    const page = readPage(root, source, repository)
    pages.set(source, page)
    waiting.push(...page.leadsTo.filter(isPage))
  }
  return pages
}

function readPage(root: string, source: string, repository: string): SitePage {
  const leadsTo = new Set<string>()
  const linkTo = (href: string): string => {
    if (/^[a-z]+:|^#/.test(href)) return href
    const [path = '', heading] = href.split('#')
    const file = normalize(join(dirname(source), path))
    const anchor = heading === undefined ? '' : `#${heading}`
    if (!existsSync(join(root, file))) throw new Error(`${source} links to ${href}, which is not there`)
    if (!isPage(file) && !isPicture(file)) return `${repository}/${kindOf(join(root, file))}/HEAD/${file}${anchor}`
    leadsTo.add(file)
    return posix.relative(dirname(addressOf(source)), addressOf(file)) + anchor
  }
  const { title, html } = rendered(readFileSync(join(root, source), 'utf8'), linkTo)
  return { source, title, html, leadsTo: [...leadsTo] }
}

/** Links to files and folders in the repository's own pages. */
const kindOf = (path: string): string => (statSync(path).isDirectory() ? 'tree' : 'blob')
