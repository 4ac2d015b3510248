export interface Target {
  /** Still percent-encoded. */
  readonly path: string
  readonly query: string
}

/** Path and query of a request line; the absolute form that proxies use names the same thing (RFC 9112, 3.2.2). */
export function parseTarget(target: string): Target {
  const local = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*/i, '')
  const end = local.indexOf('?')
  const path = end < 0 ? local : local.slice(0, end)
  return { path: path === '' ? '/' : path, query: end < 0 ? '' : local.slice(end + 1) }
}

/** Percent-decodes; undefined when the encoding is broken or not UTF-8. */
export function decodePart(text: string): string | undefined {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
