import { momentOf } from '../compare/moment.ts'
import type { Answered } from '../shadow/answered.ts'
import type { Judged } from './judged.ts'

/** Times in an answer that say when it was given: those of something that the request has just made. */
export function shownMoments({ operation }: Answered, { explained }: Judged): number[] {
  if (operation.does !== 'create' || !explained) return []
  return [...explained.bindings].flatMap(([symbol, value]) =>
    symbol.startsWith('⟦now#') ? (momentOf(value) ?? []) : [],
  )
}
