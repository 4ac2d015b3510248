import { AREAS, type Area } from '../../contract/areas.ts'
import type { Operation } from '../../contract/operations.ts'
import { needsToBeAlone } from '../draw/prepare.ts'
import type { Goal, Walk } from '../script/goal.ts'
import type { Manner } from '../script/manner.ts'
import type { Session } from '../session/session.ts'
import { rowsOf } from '../shadow/rows.ts'
import { readsSingleton } from '../start/singletons.ts'
import { type Reach, reachOf } from './event-reach.ts'

/** What a sequence has to itself while it runs, and what it uses beside others. */
export interface Lanes {
  readonly holds: ReadonlySet<string>
  readonly uses: ReadonlySet<string>
}

const TARGET = 'the target'
const PEOPLE = 'people'
const NOTHING: ReadonlySet<string> = new Set()

/** Nothing else runs at the same time. */
export const ALONE: Lanes = { holds: new Set([TARGET]), uses: NOTHING }

/** True for a sequence beside which nothing else runs. */
export const isAlone = ({ holds }: Lanes): boolean => holds.has(TARGET)

/** True if two sequences would affect each other. */
export const meet = (one: Lanes, other: Lanes): boolean =>
  overlap(one.holds, other.holds) || overlap(one.holds, other.uses) || overlap(one.uses, other.holds)

function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  for (const lane of one) if (other.has(lane)) return true
  return false
}

/** What a sequence does, as far as it is known before it is drawn. */
interface Plan {
  readonly operations: readonly Operation[]
  readonly events: readonly string[]
  /** Somebody else than whom most sequences are drawn for acts in it as well. */
  readonly hasOthers: boolean
}

/**
 * Sequences create their own things with unique names, so they do not affect each other, except through singletons, things
 * that the profile lends, budgets, and what outside events reach.
 */
export function lanesOf(session: Session, { operations, events, hasOthers }: Plan): Lanes {
  const writes = operations.filter(({ does }) => !READS.has(does))
  const reaches = new Set(events.map(reachOf))
  const needsAll = reaches.has('target') || writes.some((operation) => !session.budget.isBoundless(operation))
  if (needsAll || (reaches.has('area') && operations.length === 0)) return ALONE
  const areas = areasOf(operations)
  // Who reads a singleton would see what another sequence is changing there.
  const looks = operations.filter(({ id }) => readsSingleton(id))
  const shared = [...writes, ...looks].flatMap((operation) => sharedBy(session, operation))
  return {
    holds: new Set([...shared, ...heldBy(reaches, areas)]),
    uses: new Set([TARGET, ...areas, ...(hasOthers ? [PEOPLE] : [])]),
  }
}

const READS: ReadonlySet<string> = new Set(['read', 'list'])

function heldBy(reaches: ReadonlySet<Reach>, areas: readonly Area[]): string[] {
  const people = reaches.has('people') ? [PEOPLE, ...SHOWING_ROLES] : []
  return [...people, ...(reaches.has('area') ? areas : [])]
}

/** The areas that list roles, and what everybody can see. */
const SHOWING_ROLES: readonly Area[] = ['tokens', 'iam']

/** Tokens and catalogs are about things of every area. */
function areasOf(operations: readonly Operation[]): readonly Area[] {
  const areas = new Set(operations.map(({ area }) => area))
  return SHOWING_ROLES.some((area) => areas.has(area)) ? AREAS : [...areas]
}

/** A walk is known by its goals: what is drawn to reach them stays in their areas. */
export function lanesOfWalk(session: Session, walk: Walk): Lanes {
  if (walk.some(needsTarget)) return ALONE
  return lanesOf(session, {
    operations: walk.flatMap((goal) => ('operation' in goal ? [goal.operation] : [])),
    events: walk.flatMap((goal) => (goal.kind === 'event' ? [goal.event] : [])),
    hasOthers: walk.some((goal) => goal.kind !== 'call' || !BY_ITSELF.has(goal.manner ?? 'plain')),
  })
}

const needsTarget = (goal: Goal): boolean =>
  'operation' in goal && needsToBeAlone(goal.operation, goal.kind === 'call' ? goal.twist : undefined)

/** Nobody but the main actor sends these. */
const BY_ITSELF: ReadonlySet<Manner> = new Set(['plain', 'broken', 'unknown-id', 'gone-id'])

function sharedBy(session: Session, { area, entity, does, parameters }: Operation): string[] {
  const named = parameters.filter((parameter) => parameter.in === 'path').flatMap(({ names }) => names ?? [])
  if (named.length === 0 && does !== 'create') return [`${area} ${entity ?? ''}`]
  return named.filter((name) => isLent(session, name))
}

/** Things of this kind were there before. */
const isLent = ({ contract, base }: Session, entity: string): boolean =>
  (contract.profile.lent[entity]?.length ?? 0) > 0 || rowsOf(base, entity).length > 0
