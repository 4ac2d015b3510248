import { EVERYWHERE } from '../../../identity/identity.ts'
import type { Reader } from '../../../world/reader.ts'
import type { RegistrySlugRow } from '../state/index.ts'
import { registryAnywhere } from './registry-of.ts'

/** The state of a slug that no registry of this world has. */
export const slugStanding = (reader: Reader, slug: string): RegistrySlugRow | undefined =>
  reader.get('RegistrySlug', EVERYWHERE, slug)

/** One namespace for all organizations (Endpoints, Registries, 3). */
export const slugTaken = (reader: Reader, slug: string): boolean =>
  registryAnywhere(reader, slug) !== undefined || slugStanding(reader, slug)?.how === 'claimed'
