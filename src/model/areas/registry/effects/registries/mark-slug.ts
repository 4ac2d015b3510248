import { EVERYWHERE } from '../../../../identity/identity.ts'
import type { Transaction } from '../../../../world/transaction.ts'
import { slugStanding } from '../../queries/slugs.ts'
import type { RegistrySlugRow } from '../../state/index.ts'

export function markSlug(context: Transaction, slug: string, mark: Pick<RegistrySlugRow, 'how' | 'formerOrg'>): void {
  context.put('RegistrySlug', { id: slug, org: EVERYWHERE, seq: context.serial(), ...mark })
}

export function unmarkSlug(context: Transaction, slug: string): void {
  if (slugStanding(context, slug)) context.remove('RegistrySlug', EVERYWHERE, slug)
}
