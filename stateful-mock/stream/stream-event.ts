/** The kinds of things a stream tells of. */
export const KINDS = ['request', 'entry', 'clock', 'fault', 'page', 'delivery', 'reset', 'undone', 'sandbox'] as const
export type Kind = (typeof KINDS)[number]

/** Something that happened, to be put into words only if somebody gets to hear it. */
export interface Told {
  readonly kind: Kind
  /** Where; undefined: it concerns them all. */
  readonly sandbox: string | undefined
  readonly data: () => unknown
}

export interface NumberedTold extends Told {
  readonly id: number
}
