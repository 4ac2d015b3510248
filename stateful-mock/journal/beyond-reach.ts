import type { Journal } from './journal.ts'

/** Why a journal cannot go back to the state after an entry; undefined where it can. */
export const beyondReach = ({ reach }: Pick<Journal, 'reach'>, entry: number): string | undefined =>
  entry < reach
    ? `the journal goes back to entry ${reach}; what was before is folded into its start (see serve --history)`
    : undefined
