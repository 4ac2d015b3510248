/** A switchable fault with the shortest sequence its author could write that shows it. */
export interface Fault {
  readonly name: string
  readonly area: 'oncall' | 'uptime' | 'tokens'
  readonly what: string
  readonly contract: string
  readonly needs: 'api' | 'driver'
  readonly variants: readonly ('a' | 'b')[]
  readonly minimal: readonly object[]
}

export const FAULTS: readonly Fault[]
