import type { Transaction } from '../../../../world/transaction.ts'
import type { RegistryManifestRow, RegistryRepositoryRow, RegistryTagRow } from '../../state/index.ts'
import { accountRegistry, accountRepository } from './accounts.ts'
import { releaseBlob } from './blobs.ts'

export function dropTag(context: Transaction, tag: RegistryTagRow): void {
  const { org, registry, repository, id } = tag
  context.remove('RegistryTag', org, registry, repository, id)
  accountRepository(context, tag, { tagCount: -1 })
}

/** Takes an image away and lets go of what it needed; its tags are for the caller to see to. */
export function dropManifest(context: Transaction, manifest: RegistryManifestRow): void {
  const { org, registry, repository, id, layers, imageBytes } = manifest
  context.remove('RegistryManifest', org, registry, repository, id)
  accountRepository(context, manifest, { manifestCount: -1, imageBytes: -imageBytes })
  for (const layer of layers) releaseBlob(context, { org, registry, repository, id: layer })
}

/** Every manifest, tag and blob goes with a repository (Endpoints, Registries, 17). */
export function dropRepository(context: Transaction, { org, registry, name }: RegistryRepositoryRow): void {
  for (const tag of [...context.oldest('RegistryTag', 'repository', org, registry, name)]) dropTag(context, tag)
  for (const manifest of [...context.oldest('RegistryManifest', 'repository', org, registry, name)])
    dropManifest(context, manifest)
  context.remove('RegistryRepository', org, registry, name)
  accountRegistry(context, { org, registry }, { repositoryCount: -1 })
}

/** Removes or keeps a repository after its last image was deleted, which is open. */
export function tidyRepository(context: Transaction, { org, registry, repository }: RegistryManifestRow): void {
  const row = context.get('RegistryRepository', org, registry, repository)
  if (row?.manifestCount === 0 && context.gap('registry.emptied-repository') === 'goes') dropRepository(context, row)
}
