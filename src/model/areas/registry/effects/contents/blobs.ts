import type { Reader } from '../../../../world/reader.ts'
import type { Transaction } from '../../../../world/transaction.ts'
import type { RegistryBlobRow } from '../../state/index.ts'
import { spaceFreed } from '../../statements/storage.ts'
import { accountRegistry, accountRepository } from './accounts.ts'

/** A blob in a repository. */
export type BlobPlace = Pick<RegistryBlobRow, 'org' | 'registry' | 'repository' | 'id'>

export const COLLECTION_DUE = 'registry.garbage-collection'

const blobAt = (reader: Reader, { org, registry, repository, id }: BlobPlace): RegistryBlobRow | undefined =>
  reader.get('RegistryBlob', org, registry, repository, id)

/** The usage that a blob would add, under both ways of counting shared blobs. */
export function wouldAdd(reader: Reader, place: BlobPlace, sizeBytes: number): { distinct: number; held: number } {
  if (blobAt(reader, place)) return { distinct: 0, held: 0 }
  const [holder] = reader.oldest('RegistryBlob', 'holders', place.org, place.registry, place.id)
  return { distinct: holder ? 0 : sizeBytes, held: sizeBytes }
}

/** One more manifest of the repository needs a blob; it is stored only once there. */
export function useBlob(context: Transaction, place: BlobPlace, sizeBytes: number): void {
  const blob = blobAt(context, place)
  if (blob) {
    context.put('RegistryBlob', { ...blob, uses: blob.uses + 1 })
    return
  }
  const { distinct, held } = wouldAdd(context, place, sizeBytes)
  context.put('RegistryBlob', { ...place, seq: context.serial(), sizeBytes, uses: 1 })
  accountRegistry(context, place, { distinctBytes: distinct, heldBytes: held })
  accountRepository(context, place, { blobBytes: sizeBytes })
}

/** One manifest less needs it; what none needs is freed, in time (Endpoints, Registries, 13). */
export function releaseBlob(context: Transaction, place: BlobPlace): void {
  const blob = blobAt(context, place)
  if (!blob) return
  context.put('RegistryBlob', { ...blob, uses: blob.uses - 1 })
  if (blob.uses > 1) return
  context.cite(spaceFreed)
  const wait = context.gap('registry.garbage-collection-seconds') * 1000
  const { org, registry, repository, id } = place
  if (wait === 0) collectBlob(context, place)
  else context.schedule(COLLECTION_DUE, context.nowMs + wait, { org, registry, repository, blob: id })
}

/** Takes a blob that nothing needs out of the usage; one that is needed again stays. */
export function collectBlob(context: Transaction, place: BlobPlace): void {
  const blob = blobAt(context, place)
  if (!blob || blob.uses > 0) return
  const { org, registry, repository, id, sizeBytes } = blob
  context.remove('RegistryBlob', org, registry, repository, id)
  const [elsewhere] = context.oldest('RegistryBlob', 'holders', org, registry, id)
  accountRegistry(context, place, { distinctBytes: elsewhere ? 0 : -sizeBytes, heldBytes: -sizeBytes })
  accountRepository(context, place, { blobBytes: -sizeBytes })
}
