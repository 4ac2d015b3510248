/** A switchable fault with the shortest sequence its author could write that shows it. */
export interface Fault {
  readonly name: string
  readonly area: 'oncall' | 'uptime' | 'tokens'
  readonly what: string
  readonly contract: string
  readonly needs: 'api' | 'driver'
  readonly variants: readonly ('a' | 'b')[]
  readonly minimal: readonly object[]
  /** What the last answer shows at a place, of the correct candidate and of the faulty one. */
  readonly shows: { readonly at: string; readonly correct: unknown; readonly faulty: unknown }
}

export const FAULTS: readonly Fault[]
