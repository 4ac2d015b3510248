import type { Reader } from '../../../world/reader.ts'
import { ImpossibleEvent } from '../../event-answer.ts'
import type { RegistryRow } from '../state/index.ts'
import { quotaHolds } from '../statements/storage.ts'
import { usedBytes } from './usage.ts'

/** Each registry has a quota (Limits, registry storage); what happens to a push beyond it is open. */
export function needRoom(reader: Reader, registry: RegistryRow, added: number): void {
  if (added <= 0 || usedBytes(reader, registry) + added <= registry.storageQuotaBytes) return
  reader.cite(quotaHolds)
  if (reader.gap('registry.full') === 'refuse')
    throw new ImpossibleEvent(
      'not-possible',
      `the registry ${registry.slug} has no room for ${added} bytes more`,
      quotaHolds.id,
    )
}
