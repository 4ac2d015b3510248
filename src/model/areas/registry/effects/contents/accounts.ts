import type { Transaction } from '../../../../world/transaction.ts'
import type { RegistryRepositoryRow, RegistryRow } from '../../state/index.ts'
import { countsAgree, usageFollows } from '../../statements/storage.ts'

type RegistryTotals = Pick<RegistryRow, 'repositoryCount' | 'distinctBytes' | 'heldBytes'>
type RepositoryTotals = Pick<RegistryRepositoryRow, 'tagCount' | 'manifestCount' | 'blobBytes' | 'imageBytes'>
interface Place {
  readonly org: string
  readonly registry: string
}

/** Moves what a registry's totals say, so that reading them costs nothing however much is stored. */
export function accountRegistry(context: Transaction, { org, registry }: Place, moved: Partial<RegistryTotals>): void {
  const row = context.get('Registry', org, registry)
  if (!row) return
  context.cite(usageFollows)
  context.put('Registry', {
    ...row,
    repositoryCount: row.repositoryCount + (moved.repositoryCount ?? 0),
    distinctBytes: row.distinctBytes + (moved.distinctBytes ?? 0),
    heldBytes: row.heldBytes + (moved.heldBytes ?? 0),
  })
}

/** Likewise for a repository; one that is gone has no totals. */
export function accountRepository(
  context: Transaction,
  { org, registry, repository }: Place & { readonly repository: string },
  moved: Partial<RepositoryTotals>,
): void {
  const row = context.get('RegistryRepository', org, registry, repository)
  if (!row) return
  const tags = moved.tagCount ?? 0
  if (tags < 0) context.cite(countsAgree)
  context.put('RegistryRepository', {
    ...row,
    tagCount: row.tagCount + tags,
    manifestCount: row.manifestCount + (moved.manifestCount ?? 0),
    blobBytes: row.blobBytes + (moved.blobBytes ?? 0),
    imageBytes: row.imageBytes + (moved.imageBytes ?? 0),
  })
}
