import { posix } from 'node:path'
import { escaped } from './escaped.ts'

/** A link in the menu: to an address on the site. */
export interface MenuLink {
  readonly address: string
  readonly title: string
}

export interface MenuPart {
  readonly title: string
  readonly links: readonly MenuLink[]
}

export interface Framed {
  /** The path of the page from the root of the site. */
  readonly address: string
  readonly title: string
  readonly html: string
  readonly menu: readonly MenuPart[]
}

const PLACES: readonly MenuLink[] = [
  { address: 'index.html', title: 'Start' },
  { address: 'docs/index.html', title: 'Docs' },
  { address: 'scenarios.html', title: 'Scenarios' },
  { address: 'console/index.html', title: 'Playground' },
]

/** A whole page: what is around all of them, with links that hold under any path. */
export function framed({ address, title, html, menu }: Framed): string {
  const to = (target: string) => posix.relative(posix.dirname(address), target)
  const link = ({ address: target, title: text }: MenuLink) =>
    `<a href="${to(target)}"${target === address ? ' aria-current="page"' : ''}>${escaped(text)}</a>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title === 'Understudy' ? title : `${title} · Understudy`)}</title>
<link rel="icon" href="${to('console/icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${to('style.css')}">
</head>
<body>
<a class="skip" href="#content">Skip to the page</a>
<header class="site-top">
<a class="brand" href="${to('index.html')}"><img src="${to('console/icon.svg')}" alt="" width="20" height="20"> Understudy</a>
<nav aria-label="Site">${PLACES.map(link).join('')}</nav>
</header>
<div class="site-body">
${menu.length > 0 ? `<nav class="site-menu" aria-label="Docs">${menu.map((part) => `<h2>${escaped(part.title)}</h2>${part.links.map(link).join('')}`).join('')}</nav>` : ''}
<main id="content">
${html}
</main>
</div>
</body>
</html>
`
}
