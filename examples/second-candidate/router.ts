export interface Bound {
  readonly method: string
  readonly path: string
}

/** Finds a route by method and path; literal segments win over parameters. */
export function makeRouter<R extends Bound>(routes: readonly R[]) {
  const table = routes
    .map((route) => ({ route, segments: route.path.split('/') }))
    .sort((x, y) => literals(y.segments) - literals(x.segments))

  return function find(method: string, path: string) {
    const parts = path.split('/')
    let pathKnown = false
    for (const { route, segments } of table) {
      const params = match(segments, parts)
      if (params === undefined) continue
      pathKnown = true
      if (route.method === method) return { route, params, pathKnown }
    }
    return { route: undefined, params: {}, pathKnown }
  }
}

const literals = (segments: readonly string[]) => segments.filter((segment) => !segment.startsWith('{')).length

function match(segments: readonly string[], parts: readonly string[]): Record<string, string> | undefined {
  if (segments.length !== parts.length) return undefined
  const params: Record<string, string> = {}
  for (const [at, segment] of segments.entries()) {
    const part = parts[at] ?? ''
    if (!segment.startsWith('{')) {
      if (segment !== part) return undefined
      continue
    }
    const value = decoded(part)
    if (value === undefined || value === '') return undefined
    params[segment.slice(1, -1)] = value
  }
  return params
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
