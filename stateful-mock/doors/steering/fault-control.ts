import type { components } from '../../../src/contract/generated/control.ts'
import type { ControlBody } from './control-body.ts'
import type { ControlClient } from './control-client.ts'

type Fault = components['schemas']['Fault']

/** The faults of one world. */
export interface Faults {
  arm(fault: ControlBody<'armFault'>): Promise<Fault>
  disarm(id: string): Promise<void>
  list(): Promise<readonly Fault[]>
  clear(): Promise<void>
}

export const faultsOf = (ask: ControlClient): Faults => ({
  arm: async (fault) => (await ask('POST', '/faults', fault)) as Fault,
  disarm: async (id) => void (await ask('DELETE', `/faults/${encodeURIComponent(id)}`)),
  list: async () => ((await ask('GET', '/faults')) as { readonly faults: readonly Fault[] }).faults,
  clear: async () => void (await ask('DELETE', '/faults')),
})
