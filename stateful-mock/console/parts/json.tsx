import type { ComponentChildren } from 'preact'
import { CopyButton } from './copy.tsx'

/** JSON with syntax highlighting. */
export function JsonView({ value, label = 'JSON' }: { value: unknown; label?: string }) {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  return (
    <figure class="code">
      <CopyButton text={text ?? ''} what={label} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0} role="region" aria-label={label}>
        {typeof value === 'string' ? value : highlighted(text ?? '')}
      </pre>
    </figure>
  )
}

const TOKEN = /("(?:\\.|[^"\\])*")(\s*:)?|\b(true|false|null)\b|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/g
const MOST = 40_000

function highlighted(text: string): ComponentChildren {
  if (text.length > MOST) return text
  const parts: ComponentChildren[] = []
  let last = 0
  for (const match of text.matchAll(TOKEN)) {
    const [whole, string, colon, word, number] = match
    parts.push(text.slice(last, match.index))
    if (string !== undefined && colon !== undefined) parts.push(<span class="j-key">{string}</span>, colon)
    else if (string !== undefined) parts.push(<span class="j-string">{string}</span>)
    else parts.push(<span class="j-number">{word ?? number}</span>)
    last = match.index + whole.length
  }
  parts.push(text.slice(last))
  return parts
}
