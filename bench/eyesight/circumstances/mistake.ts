import type { Rule } from '../../../src/model/rules/rule.ts'
import type { Asked } from './asked.ts'

/** What goes wrong in a circumstance. */
export type Mistake =
  /** A stated rule is not kept (bench/mistakes). */
  | { readonly kind: 'rule'; readonly rule: Rule }
  /** What must work is refused, and nothing happens. */
  | { readonly kind: 'refused'; readonly what: string; readonly status: number }
  /** A write is answered as it should be, and nothing has happened. */
  | { readonly kind: 'forgotten'; readonly what: string }
  /** A read answers what it answered before. */
  | { readonly kind: 'stale'; readonly what: string }

export const concerns = (mistake: Mistake, { what }: Asked): boolean => mistake.kind === 'rule' || mistake.what === what

export const nameOf = (mistake: Mistake): string =>
  mistake.kind === 'rule'
    ? mistake.rule.id
    : `${mistake.what} is ${mistake.kind}${mistake.kind === 'refused' ? ` (${mistake.status})` : ''}`
