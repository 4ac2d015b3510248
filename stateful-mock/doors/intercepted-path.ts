const OURS = /^\/(?:api\/v1|_understudy|sandboxes)\//

/** The path of an address as the mock knows it; undefined for what is not ours. */
export type InterceptedPath = (address: string) => string | undefined

/** Under a base only what is there counts; without one, any host, and nothing before the path. */
export function interceptedUnder(base: URL | undefined): InterceptedPath {
  const prefix = base?.pathname.replace(/\/$/, '') ?? ''
  return (address) => {
    const { origin, pathname, search } = new URL(address)
    if (base && (origin !== base.origin || !pathname.startsWith(`${prefix}/`))) return undefined
    const path = pathname.slice(prefix.length)
    return OURS.test(path) ? path + search : undefined
  }
}
