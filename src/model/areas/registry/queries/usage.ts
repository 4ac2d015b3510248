import type { Reader } from '../../../world/reader.ts'
import type { RegistryRow } from '../state/index.ts'

const countsOnce = (reader: Reader): boolean => reader.gap('registry.usage-sharing') === 'once'

/** Logical usage; how often it counts what repositories share is open (Endpoints, Registries, 4). */
export const usedBytes = (reader: Reader, { distinctBytes, heldBytes }: RegistryRow): number =>
  countsOnce(reader) ? distinctBytes : heldBytes

export const addedBytes = (reader: Reader, added: { readonly distinct: number; readonly held: number }): number =>
  countsOnce(reader) ? added.distinct : added.held
