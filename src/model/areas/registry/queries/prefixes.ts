import type { Reader } from '../../../world/reader.ts'

interface Prefixes {
  /** The prefixes as the API shows them. */
  readonly repoPrefixes: string[]
  /** The prefixes as the data plane applies them; absent means every repository. */
  readonly reach: readonly string[] | undefined
}

/** The optional prefixes of a key or rule, as they are shown and as they are applied. */
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
