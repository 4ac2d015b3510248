import type { CallGoal, Goal, Walk } from '../script/goal.ts'
import { isRead, named } from './looks.ts'

/**
 * A walk that looks at what its last change has done, with the same looks before that change: what a target has shown once
 * it may have kept.
 */
export function seenBefore(walk: Walk): Walk {
  const change = walk.findLastIndex((goal, place) => changes(goal) && walk.slice(place + 1).some(isLook))
  const start = beginning(walk, change)
  const before = walk.slice(0, start)
  // Before the first change there is nothing to look at.
  if (!before.some((goal) => changes(goal) || goal.kind === 'have')) return walk
  const isSeen = (look: CallGoal) => before.some((goal) => isLook(goal) && isSame(goal, look))
  const looks = walk
    .slice(change + 1)
    .filter(isLook)
    .filter((look) => isThere(before, look))
  const fresh = looks.filter((look, place) => looks.findIndex((one) => isSame(one, look)) === place && !isSeen(look))
  return walk.toSpliced(start, 0, ...fresh)
}

/** What a look names was made before it: otherwise something else would have to be, only to be looked at. */
function isThere(before: Walk, { operation, parameters }: CallGoal): boolean {
  const entity = named(operation)
  if (entity === undefined || parameters !== undefined) return true
  return before.some((goal) =>
    goal.kind === 'call'
      ? goal.operation.does === 'create' && goal.operation.entity === entity
      : goal.kind === 'have' && goal.entity === entity,
  )
}

/** Moving the clock changes nothing that was said. */
const changes = (goal: Goal): boolean =>
  goal.kind === 'call' ? !isRead(goal.operation) : goal.kind === 'event' && goal.event !== 'advanceClock'

/** A plain look, which nothing else depends on. */
const isLook = (goal: Goal): goal is CallGoal =>
  goal.kind === 'call' && isRead(goal.operation) && !isCoupled(goal) && !goal.bearer && !goal.after && !goal.drawn

const isSame = (one: CallGoal, other: CallGoal): boolean =>
  one.operation === other.operation && one.manner === other.manner

const isCoupled = (goal: Goal): boolean =>
  goal.kind === 'call' && (goal.withNext ?? goal.justBefore ?? goal.duringNext ?? false)

/** The first of the requests that are sent at the same time as one. */
function beginning(walk: Walk, change: number): number {
  let start = change
  while (start > 0 && isCoupled(walk[start - 1] as Goal)) start--
  return start
}
