import type { Reader } from '../../../../world/reader.ts'
import type { RegistryRow, RegistryTagRow } from '../../state/index.ts'

type Query = Readonly<Record<string, string>>

/** The tag that repo and tag of a query name. */
export const tagNamed = (reader: Reader, { org, slug }: RegistryRow, { repo = '', tag = '' }: Query) =>
  reader.get('RegistryTag', org, slug, repo, tag)

/** True if the image has no other tag. */
export function isLastTag(reader: Reader, { org, registry, repository, digest, id }: RegistryTagRow): boolean {
  for (const tag of reader.oldest('RegistryTag', 'manifest', org, registry, repository, digest))
    if (tag.id !== id) return false
  return true
}

export const asksPurge = (reader: Reader, purge: string | undefined): boolean =>
  purge !== undefined && reader.gap('registry.purge-values').includes(purge)
