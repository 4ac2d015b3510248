/** The path of a request from where the API or a mock's control interface begins, whatever stands before it. */
export function apiPath(url: string): string {
  const path = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/#.*$/, '')
  const [alone = ''] = path.split('?', 1)
  const begin = alone.search(/\/(?:api\/v1|_understudy)(?:\/|$)/)
  if (begin >= 0) return path.slice(begin)
  return path.startsWith('/') ? path : `/${path}`
}
