import type { Reader } from '../../../world/reader.ts'

interface Prefixes {
  /** What the API shows. */
  readonly repoPrefixes: string[]
  /** What they mean on the data plane; absent means every repository. */
  readonly reach: readonly string[] | undefined
}

/** How the optional prefixes of a key or rule are shown and taken. */
export function takePrefixes(reader: Reader, given: string[] | undefined): Prefixes {
  if (given === undefined) return { repoPrefixes: reader.fill('registry.no-prefixes-shown'), reach: undefined }
  const everything = given.length === 0 && reader.gap('registry.empty-prefixes') === 'unrestricted'
  return { repoPrefixes: given, reach: everything ? undefined : given }
}

export function withinPrefixes(reader: Reader, reach: readonly string[] | undefined, repository: string): boolean {
  if (!reach) return true
  const whole = reader.gap('registry.prefix-matching') === 'path-segments'
  return reach.some((prefix) => (whole ? hasSegments(repository, prefix) : repository.startsWith(prefix)))
}

/** web fits web and web/shop, but not webshop. */
function hasSegments(repository: string, prefix: string): boolean {
  const folder = prefix.endsWith('/') ? prefix : `${prefix}/`
  return `${repository}/`.startsWith(folder)
}
