import type { GapId, GapValues } from '../../../src/contract/generated/gaps.ts'
import type { ControlClient } from './control-client.ts'

/** The open points of the contract, as one world has them. */
export interface Gaps {
  set<Id extends GapId>(gap: Id, value: GapValues[Id]): Promise<void>
  /** Back to the profile's value, or the default. */
  unset(gap: GapId): Promise<void>
}

export const gapsOf = (ask: ControlClient): Gaps => ({
  set: async (gap, value) => void (await ask('PUT', `/gaps/${gap}`, { value })),
  unset: async (gap) => void (await ask('DELETE', `/gaps/${gap}`)),
})
