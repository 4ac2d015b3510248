/** The kind of mistake. */
export type Kind =
  | 'status'
  | 'schema'
  | 'secrecy'
  | 'isolation'
  | 'guard'
  | 'side effect'
  | 'time'
  | 'order and caps'
  | 'concurrency'
  | 'pagination'

export interface Edit {
  /** A file of the candidate. */
  readonly file: string
  /** Stands there exactly once. */
  readonly find: string
  readonly replace: string
}

/**
 * A mistake somebody could make who has the document before them and is tired: an edit of a candidate's clean source
 * that breaks one sentence of the document. Written without knowledge of what the judge looks for.
 */
export interface OutsiderFault {
  readonly id: string
  /** The area of the broken sentence first, then those it takes to show it. */
  readonly areas: readonly [string, ...string[]]
  /** The variant it shows in; a without. */
  readonly variant?: 'a' | 'b'
  readonly kind: Kind
  /** The line of the checklist. */
  readonly statement: string
  readonly wrong: string
  /** Whether requests alone show it, without outside events or a clock. */
  readonly requestsAlone: boolean
  readonly edits: readonly Edit[]
  /** A sequence that shows it, in the language of by-hand.ts. */
  readonly shownBy: readonly string[]
  /** The difference from the clean candidate: step, then status or body. */
  readonly differsAt: string
}

export const edit = (file: string, find: string, replace: string): Edit => ({ file, find, replace })
