import type { components } from '../../src/contract/generated/control.ts'

/** A fault to arm. */
export type FaultRequest = components['schemas']['FaultRequest']
/** The same, armed. */
export type Fault = components['schemas']['Fault']
