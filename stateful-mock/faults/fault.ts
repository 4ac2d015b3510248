import type { components } from '../../src/contract/generated/control.ts'

/** What somebody wants to go wrong. */
export type FaultRequest = components['schemas']['FaultRequest']
/** The same, armed. */
export type Fault = components['schemas']['Fault']
