import { dirname, join } from 'node:path'
import { marked, type Token, type Tokens } from 'marked'
import type { MenuPart } from './frame.ts'
import { addressOf } from './pages.ts'

/** The menu of the docs: what their first page lists, under the sentence that stands before each list. */
export function menuOf(text: string, source: string): readonly MenuPart[] {
  const parts: MenuPart[] = []
  let title = ''
  for (const token of marked.lexer(text)) {
    if (token.type === 'paragraph') title = wordsBefore(token as Tokens.Paragraph)
    const links = token.type === 'list' || token.type === 'table' ? linksIn(token, source) : []
    if (links.length > 0) parts.push({ title, links })
  }
  return parts
}

/** `Reference and guides:` without the colon; of a longer sentence what it ends with. */
const wordsBefore = ({ text }: Tokens.Paragraph): string => /[^,.]*$/.exec(text.replace(/:$/, ''))?.[0]?.trim() ?? ''

function linksIn(token: Token, source: string) {
  const links: { address: string; title: string }[] = []
  marked.walkTokens([token], (inner) => {
    if (inner.type === 'link' && /^[^:]+\.md$/.test(inner.href))
      links.push({ address: addressOf(join(dirname(source), inner.href)), title: inner.text })
  })
  return links
}
