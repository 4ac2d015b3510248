import type { Operation } from '../../contract/operations.ts'
import { factsOf } from '../areas/of-all-areas.ts'
import type { Goal, Walk } from '../script/goal.ts'
import { full } from './each-way.ts'
import { looksAmong } from './looks.ts'
import { countedBy } from './switched.ts'
import { byTurns, together } from './turns.ts'

/** Number of walks that share a place of a quota. */
const SHARING = 16

/**
 * Walks for a target whose quotas cannot be raised. If things count until they are gone, and deletion takes time or is none
 * for the backend, places are scarce: walks that need one share it, by turns with those that need their own. The first says everything of what it makes,
 * because there may not be many.
 */
export function sparing(operations: readonly Operation[], walks: readonly Walk[]): Walk[] {
  const scarce = scarceIn(operations)
  if (scarce.length === 0) return [...walks]
  const takes = (goal: Goal) => 'operation' in goal && goal.kind === 'call' && isTaking(scarce, goal)
  const near = (goal: Goal) => 'operation' in goal && scarce.some(({ area }) => area === goal.operation.area)
  const [taking, others] = parted(walks, (walk) => walk.some(takes))
  const [sharing, apart] = parted(others, (walk) => walk.some(near))
  return [...apart, ...scarce.map(wholly(operations)), ...byTurns([together(SHARING, sharing), taking])]
}

/** A thing with all that can be said of it, as it is shown. */
const wholly =
  (operations: readonly Operation[]) =>
  (create: Operation): Walk => [full(create), ...looksAmong(operations)(create)]

/** Operations that create things that may count towards a quota after their deletion. */
export function scarceIn(operations: readonly Operation[]): readonly Operation[] {
  const counted = countedBy(operations)
  return operations.filter(({ id, entity }) => counted.includes(id) && mayCountAfterwards(operations, entity))
}

const mayCountAfterwards = (operations: readonly Operation[], entity: string | undefined): boolean =>
  operations.some(
    ({ id, does, entity: removed, success }) =>
      does === 'delete' && removed === entity && (success.status === ACCEPTED || factsOf(id).softly === true),
  )
const ACCEPTED = 202

/** True if a walk creates or deletes a scarce thing, so that the next walk has to create one. Refused requests use no place. */
const isTaking = (scarce: readonly Operation[], { operation, manner }: Extract<Goal, { kind: 'call' }>): boolean =>
  !REFUSED.has(manner ?? '') &&
  scarce.some(({ id, entity }) => id === operation.id || (operation.does === 'delete' && operation.entity === entity))
const REFUSED: ReadonlySet<string> = new Set([
  'broken',
  'nobody',
  'nobody-of-ours',
  'unknown-id',
  'gone-id',
  'elsewhere',
])

function parted<T>(items: readonly T[], fits: (item: T) => boolean): [T[], T[]] {
  return [items.filter(fits), items.filter((item) => !fits(item))]
}
