/** The path of a request from where the API or a mock's control interface begins, whatever stands before it. */
export function apiPath(url: string): string {
  const path = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/#.*$/, '')
  const [, inside] = /^[^?]*?(\/(?:api\/v1|_understudy)(?:[/?].*)?)$/.exec(path) ?? []
  return inside ?? (path.startsWith('/') ? path : `/${path}`)
}
