import type { Operation } from '../../contract/operations.ts'
import { needsToBeAlone } from '../draw/prepare.ts'
import type { Walk } from '../script/goal.ts'
import type { Session } from '../session/session.ts'
import { rowsOf } from '../shadow/rows.ts'

/** The things that a sequence needs for itself while it runs, or the whole target. */
export type Lanes = ReadonlySet<string> | 'alone'

const READS: ReadonlySet<string> = new Set(['read', 'list'])

/** An outside event may move the clock, turn a backend off or meet a lent thing: with one, a walk goes alone. */
export function lanesOfWalk(session: Session, walk: Walk): Lanes {
  if (walk.some((goal) => goal.kind === 'event' || ('operation' in goal && needsToBeAlone(goal.operation))))
    return 'alone'
  return lanesOf(
    session,
    walk.flatMap((goal) => ('operation' in goal ? [goal.operation] : [])),
  )
}

/**
 * Sequences make their own things and give them names of their own, so they do not meet; except at what there is only
 * one of, at what the profile lends, and where a budget is counted out.
 */
export function lanesOf(session: Session, operations: readonly Operation[]): Lanes {
  const writes = operations.filter(({ does }) => !READS.has(does))
  if (writes.some((operation) => !session.budget.isBoundless(operation))) return 'alone'
  return new Set(writes.flatMap((operation) => sharedBy(session, operation)))
}

function sharedBy(session: Session, { area, entity, does, parameters }: Operation): string[] {
  const named = parameters.filter((parameter) => parameter.in === 'path').flatMap(({ names }) => names ?? [])
  if (named.length === 0 && does !== 'create') return [`${area} ${entity ?? ''}`]
  return named.filter((name) => isLent(session, name))
}

/** Things of this kind were there before. */
const isLent = ({ contract, base }: Session, entity: string): boolean =>
  (contract.profile.lent[entity]?.length ?? 0) > 0 || rowsOf(base, entity).length > 0

/** True if two sequences would get in each other's way. */
export function meet(one: Lanes, other: Lanes): boolean {
  if (one === 'alone' || other === 'alone') return true
  for (const lane of one) if (other.has(lane)) return true
  return false
}
