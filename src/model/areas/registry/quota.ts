import type { Reader } from '../../context.ts'
import { Impossible } from '../../happened.ts'
import { quotaHolds } from './rules/statements/storage.ts'
import type { RegistryRow } from './state.ts'
import { usedBytes } from './usage.ts'

/** Each registry has a quota (Limits, registry storage); what happens to a push beyond it is open. */
export function needRoom(reader: Reader, registry: RegistryRow, added: number): void {
  const beyond = added > 0 && usedBytes(reader, registry) + added > registry.storageQuotaBytes
  if (beyond && reader.follow(quotaHolds) && reader.gap('registry.full') === 'refuse')
    throw new Impossible('not-possible', `the registry ${registry.slug} has no room for ${added} bytes more`)
}
