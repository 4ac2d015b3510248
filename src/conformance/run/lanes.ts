import type { Operation } from '../../contract/operations.ts'
import { needsToBeAlone } from '../draw/prepare.ts'
import type { Goal, Walk } from '../script/goal.ts'
import type { Session } from '../session/session.ts'
import { rowsOf } from '../shadow/rows.ts'
import { readsSingleton } from '../start/singletons.ts'

/** What a sequence needs exclusively while it runs: some things, or the whole target. */
export type Lanes = ReadonlySet<string> | 'alone'

const READS: ReadonlySet<string> = new Set(['read', 'list'])

/** A walk with an outside event runs alone, because it may move the clock, turn off a backend or affect a lent thing. */
export function lanesOfWalk(session: Session, walk: Walk): Lanes {
  const isAlone = (goal: Goal): boolean =>
    goal.kind === 'event' ||
    ('operation' in goal && needsToBeAlone(goal.operation, goal.kind === 'call' ? goal.twist : undefined))
  if (walk.some(isAlone)) return 'alone'
  return lanesOf(
    session,
    walk.flatMap((goal) => ('operation' in goal ? [goal.operation] : [])),
  )
}

/**
 * Sequences create their own things with unique names, so they do not affect each other, except through singletons, things
 * that the profile lends, and budgets.
 */
export function lanesOf(session: Session, operations: readonly Operation[]): Lanes {
  const writes = operations.filter(({ does }) => !READS.has(does))
  if (writes.some((operation) => !session.budget.isBoundless(operation))) return 'alone'
  // Who reads a singleton would see what another sequence is changing there.
  const looks = operations.filter(({ id }) => readsSingleton(id))
  return new Set([...writes, ...looks].flatMap((operation) => sharedBy(session, operation)))
}

function sharedBy(session: Session, { area, entity, does, parameters }: Operation): string[] {
  const named = parameters.filter((parameter) => parameter.in === 'path').flatMap(({ names }) => names ?? [])
  if (named.length === 0 && does !== 'create') return [`${area} ${entity ?? ''}`]
  return named.filter((name) => isLent(session, name))
}

/** Things of this kind were there before. */
const isLent = ({ contract, base }: Session, entity: string): boolean =>
  (contract.profile.lent[entity]?.length ?? 0) > 0 || rowsOf(base, entity).length > 0

/** True if two sequences would affect each other. */
export function meet(one: Lanes, other: Lanes): boolean {
  if (one === 'alone' || other === 'alone') return true
  for (const lane of one) if (other.has(lane)) return true
  return false
}
