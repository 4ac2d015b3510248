import type { Area } from '../../contract/areas.ts'
import type { Operation } from '../../contract/operations.ts'
import { AREA_JUDGES } from '../areas/index.ts'
import type { CallGoal, Goal, Walk } from '../script/goal.ts'
import type { Script } from '../script/script.ts'
import { isRead, type Looks, looksAmong } from './looks.ts'
import { seenBefore } from './seen-before.ts'

/** The walks of the areas' scripts that need only these operations. */
export const scripted = (
  areas: Iterable<Area>,
  operations: ReadonlyMap<string, Operation>,
  hasReceiver: boolean,
): Walk[] => walksOf(areas, operations, ({ opens, receives }) => opens === undefined && (hasReceiver || !receives))

/** Those that come before all others; with those for a target whose work can only be waited for, if it is one. */
export const opening = (
  areas: Iterable<Area>,
  operations: ReadonlyMap<string, Operation>,
  isWaitedFor = false,
): Walk[] => walksOf(areas, operations, ({ opens, inRealTime }) => opens === true && (isWaitedFor || !inRealTime))

const walksOf = (
  areas: Iterable<Area>,
  operations: ReadonlyMap<string, Operation>,
  fits: (script: Script) => boolean,
): Walk[] =>
  [...areas]
    .flatMap((area) => AREA_JUDGES[area].scripts)
    .filter(fits)
    .flatMap(({ walks }) => walks(operations) ?? [])
    .map(seenBefore)
    .map((walk) => [...walk, ...afterRefusal(walk.at(-1), looksAmong([...operations.values()]))])

/** What is refused has no effect: a walk that ends with such a request looks whether that is so. */
const afterRefusal = (last: Goal | undefined, looks: Looks): CallGoal[] =>
  last?.kind === 'call' && last.intent === 'broken' && !isRead(last.operation) ? looks(last.operation) : []
