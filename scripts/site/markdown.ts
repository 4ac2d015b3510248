import { Marked, type Tokens } from 'marked'
import { headingId } from '../docs/heading-id.ts'
import { drawnFlowchart } from './drawn-flowchart.ts'
import { escaped } from './escaped.ts'

export interface Rendered {
  readonly title: string
  readonly html: string
}

/** A page of Markdown as HTML; `linkTo` says where a link of it leads on the site. */
export function rendered(text: string, linkTo: (href: string) => string): Rendered {
  const ids = new Map<string, number>()
  const markdown = new Marked({
    renderer: {
      heading({ tokens, depth, text: title }: Tokens.Heading) {
        const id = fresh(headingId(title), ids)
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)} <a class="anchor" href="#${id}" aria-label="Link to this heading">#</a></h${depth}>\n`
      },
      // A table or a listing may be wider than a phone; the page may not.
      table(token: Tokens.Table) {
        const rows = token.rows.map((cells) =>
          row(cells.map((cell) => `<td>${this.parser.parseInline(cell.tokens)}</td>`)),
        )
        const head = row(token.header.map((cell) => `<th scope="col">${this.parser.parseInline(cell.tokens)}</th>`))
        return `<div class="wide" tabindex="0" role="region" aria-label="Table"><table><thead>${head}</thead><tbody>${rows.join('')}</tbody></table></div>\n`
      },
      code({ text: code, lang }: Tokens.Code) {
        if (lang === 'mermaid') return drawnFlowchart(code)
        return `<pre class="wide" tabindex="0"${lang ? ` data-language="${escaped(lang)}"` : ''}><code>${escaped(code)}</code></pre>\n`
      },
    },
    walkTokens(token) {
      if (token.type === 'link' || token.type === 'image') token.href = linkTo(token.href)
    },
  })
  const [, title = ''] = /^# (.+)$/m.exec(text) ?? []
  return { title, html: markdown.parse(text, { async: false }) }
}

const row = (cells: readonly string[]): string => `<tr>${cells.join('')}</tr>`

/** The second heading of a name is called otherwise. */
function fresh(id: string, ids: Map<string, number>): string {
  const before = ids.get(id) ?? 0
  ids.set(id, before + 1)
  return before === 0 ? id : `${id}-${before}`
}
