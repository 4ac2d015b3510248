/**
 * Finds routes by method and path. Literal segments win over parameters.
 * @param {any[]} routes
 */
export function makeRouter(routes) {
  const byLength = new Map()
  for (const route of routes) {
    const segments = route.path.split('/').slice(1)
    const entry = { route, segments, literals: segments.filter((segment) => !segment.startsWith('{')).length }
    if (!byLength.has(segments.length)) byLength.set(segments.length, [])
    byLength.get(segments.length).push(entry)
  }
  for (const entries of byLength.values()) entries.sort((x, y) => y.literals - x.literals)

  /** @returns {{route?: any, params: Record<string, string>, pathKnown: boolean}} */
  return function find(method, path) {
    const parts = path.split('/').slice(1)
    let pathKnown = false
    for (const { route, segments } of byLength.get(parts.length) ?? []) {
      const params = match(segments, parts)
      if (!params) continue
      pathKnown = true
      if (route.method === method) return { route, params, pathKnown }
    }
    return { route: undefined, params: {}, pathKnown }
  }
}

/** @returns {Record<string, string> | undefined} */
function match(segments, parts) {
  const params = {}
  for (let i = 0; i < segments.length; i += 1) {
    if (segments[i].startsWith('{')) {
      const value = decoded(parts[i])
      if (value === undefined || value === '') return undefined
      params[segments[i].slice(1, -1)] = value
    } else if (segments[i] !== parts[i]) return undefined
  }
  return params
}

/** @returns {string | undefined} undefined when the percent-encoding is broken */
function decoded(text) {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
