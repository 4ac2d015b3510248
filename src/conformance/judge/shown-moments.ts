import { isPresent } from '../../model/world/fresh.ts'
import { momentOf } from '../compare/moment.ts'
import type { Answered } from '../shadow/answered.ts'
import type { Judged } from './judged.ts'

/** Times in a response that show the target's clock: those of things that the request has just created. */
export function shownMoments({ operation }: Answered, { explained }: Judged): number[] {
  if (operation.does !== 'create' || !explained) return []
  return [...explained.bindings].flatMap(([symbol, value]) => (isPresent(symbol) ? (momentOf(value) ?? []) : []))
}
