import type { Operation } from '../../contract/operations.ts'
import { mayCauseEvent } from '../draw/events.ts'
import { needsToBeAlone } from '../draw/prepare.ts'
import { drawWalk } from '../draw/walk.ts'
import { castOf } from '../kit/cast.ts'
import type { Drawer } from '../kit/drawer.ts'
import { makeSampler } from '../kit/sampler.ts'
import { drawOnTheme, goingOn } from '../plan/random.ts'
import { scarceIn, sparing } from '../plan/sparing.ts'
import { areasOf, countedBy, QUOTA_CHANGES } from '../plan/switched.ts'
import { themes } from '../plan/themes.ts'
import {
  firstWalks,
  laterWalks,
  loadWalks,
  oddWalks,
  openingWalks,
  parallelWalks,
  provokingWalks,
} from '../plan/walks.ts'
import type { Phase } from '../report/phases.ts'
import type { Walk } from '../script/goal.ts'
import type { Session } from '../session/session.ts'
import { drawSuite } from '../suite/draw-suite.ts'
import { suiteOf } from '../suite/suite.ts'
import type { SuiteSequence } from '../suite/suite-sequence.ts'
import { ALONE, isAlone, type Lanes, lanesOf, lanesOfWalk } from './lanes.ts'
import type { RunOptions } from './run-options.ts'

/** A sequence to run: what it needs exclusively, and what draws its steps. */
export interface PlannedSequence {
  readonly lanes: Lanes
  readonly drawer: () => Drawer
}

/** A phase of a run: a number of sequences, each determined by its index alone. */
export interface PlannedPhase {
  readonly phase: Phase
  readonly count: number
  readonly sequence: (index: number) => PlannedSequence
  /** It comes last, since it may stand in the way of the others; where a run ends earlier, shortly before that. */
  readonly last?: true
}

type Options = Pick<RunOptions, 'seed' | 'runs' | 'maxSteps' | 'concurrency'>

/** The phases of a run over these operations, in order. */
export function plannedPhases(session: Session, operations: readonly Operation[], options: Options): PlannedPhase[] {
  const walked = (phase: Phase, own: readonly Walk[]): PlannedPhase => ({
    phase,
    count: own.length,
    sequence: walking(session, own, options),
  })
  const { first, later, invalid, odd } = walksOf(session, operations)
  const suites = areasOf(operations).flatMap(suiteOf)
  const isEarly = (one: SuiteSequence) => isShort(one) && !takesCountedPlace(session, operations, one)
  const found = (own: readonly SuiteSequence[]): PlannedPhase => ({
    phase: 'walk',
    count: own.length,
    sequence: (index) => fromSuite(session, own[index]),
  })
  return [
    inTurn('walk', [
      walked('walk', openingWalks(session, operations)),
      found(suites.filter(isEarly)),
      walked('walk', first),
      found(suites.filter((one) => !isEarly(one))),
    ]),
    // What must be refused comes before races; odd values may be taken or not.
    walked('invalid', invalid),
    walked('parallel', parallelWalks(session, operations)),
    walked('walk', later),
    walked('parallel', loadWalks(session, operations)),
    walked('invalid', odd),
    { phase: 'random', count: options.runs, sequence: onThemes(session, operations, options) },
    { ...walked('walk', provokingWalks(session, operations)), last: true },
  ]
}

/**
 * The walks with valid requests, those of them that come after races, and those with invalid ones. Where quotas cannot be raised,
 * their scarce places are kept for what must be refused and not spent in races, so nothing that needs one comes after those.
 */
function walksOf(session: Session, operations: readonly Operation[]) {
  const [first, later] = [firstWalks(session, operations), laterWalks(session, operations)]
  const ordinary = (walks: readonly Walk[]) => walks.filter((walk) => !isInvalid(walk))
  const broken = [...first, ...later].filter(isInvalid)
  const odd = oddWalks(operations)
  if (session.driver.can(QUOTA_CHANGES)) return { first: ordinary(first), later: ordinary(later), invalid: broken, odd }
  const scarce = scarceIn(operations)
  const isSpared = (walk: Walk) => isInAreaOfAny(scarce, walk)
  const early = broken.filter((walk) => isAboutAny(scarce, walk))
  const late = broken.filter((walk) => !early.includes(walk))
  return {
    first: sparing(operations, [...early, ...ordinary(first), ...ordinary(later).filter(isSpared)]),
    later: ordinary(later).filter((walk) => !isSpared(walk)),
    invalid: sparing(operations, late),
    odd: sparing(operations, odd),
  }
}

const isAboutAny = (operations: readonly Operation[], walk: Walk): boolean =>
  walk.some((goal) => goal.kind === 'call' && operations.some(({ id }) => id === goal.operation.id))

/** True for a walk in an area of one of these. */
const isInAreaOfAny = (operations: readonly Operation[], walk: Walk): boolean =>
  walk.some((goal) => 'operation' in goal && operations.some(({ area }) => area === goal.operation.area))

/** Several walks joined into one. */
const inTurn = (phase: Phase, parts: readonly PlannedPhase[]): PlannedPhase => ({
  phase,
  count: parts.reduce((sum, { count }) => sum + count, 0),
  sequence(index) {
    let left = index
    for (const { count, sequence } of parts) {
      if (left < count) return sequence(left)
      left -= count
    }
    throw new RangeError(`there is no sequence ${index}`)
  },
})

/** True for sequences that come before the walks, because failures with few steps are the easiest to understand. */
const isShort = ({ steps }: SuiteSequence): boolean => steps.length <= SHORT
const SHORT = 4

/** True for a sequence that uses up a quota that cannot be raised; its places are kept for the walks. */
function takesCountedPlace({ driver }: Session, operations: readonly Operation[], { steps }: SuiteSequence): boolean {
  const counted = driver.can(QUOTA_CHANGES) ? [] : countedBy(operations)
  return steps.some((step) => 'call' in step && counted.includes(step.call))
}

/** A sequence that a search of the model found. */
function fromSuite(session: Session, sequence: SuiteSequence = { tells: 0, steps: [] }): PlannedSequence {
  const operations = sequence.steps.flatMap((step) => ('call' in step ? [session.contract.operation(step.call)] : []))
  const events = sequence.steps.flatMap((step) => ('event' in step ? [step.event] : []))
  const needsTarget = operations.some((operation) => needsToBeAlone(operation))
  return {
    lanes: needsTarget ? ALONE : lanesOf(session, { operations, events, hasOthers: true }),
    drawer: () => drawSuite(session, sequence, castOf(session.contract)),
  }
}

const isInvalid = (walk: Walk): boolean => walk.some((goal) => goal.kind === 'call' && goal.manner === 'broken')

function walking(session: Session, walks: readonly Walk[], { seed }: Options): PlannedPhase['sequence'] {
  const cast = castOf(session.contract)
  return (index) => {
    const walk = walks[index] ?? []
    return {
      lanes: lanesOfWalk(session, walk),
      drawer: () => drawWalk(session, walk, (seed + index) | 0, cast),
    }
  }
}

function onThemes(session: Session, operations: readonly Operation[], options: Options): PlannedPhase['sequence'] {
  const { seed, maxSteps, concurrency = 1 } = options
  const cast = castOf(session.contract)
  const suites = areasOf(operations).flatMap(suiteOf)
  const all = themes(operations).map((value) => ({ value, weight: value.weight }))
  return (index) => {
    const own = (seed + Math.imul(index + 1, 0x85ebca6b)) | 0
    const theme = makeSampler(own ^ 0x5bd1e995).weighted(all)
    const length = { seed: own, steps: maxSteps }
    const drawer = () => (theme ? drawOnTheme(session, theme, cast, length) : () => undefined)
    const lanes = concurrency > 1 && theme ? lanesOfTheme(session, theme.operations) : ALONE
    // Every other sequence continues from the end of a suite sequence.
    const before = index % 2 === 1 ? makeSampler(own ^ 0x27d4eb2f).pick(suites) : undefined
    if (!before) return { lanes, drawer }
    const found = fromSuite(session, before)
    return { lanes: both(lanes, found.lanes), drawer: () => goingOn(found.drawer(), drawer()) }
  }
}

const both = (one: Lanes, other: Lanes): Lanes =>
  isAlone(one) || isAlone(other)
    ? ALONE
    : { holds: new Set([...one.holds, ...other.holds]), uses: new Set([...one.uses, ...other.uses]) }

/** A sequence that may trigger any outside event runs alone. */
const lanesOfTheme = (session: Session, operations: readonly Operation[]): Lanes =>
  mayCauseEvent((event) => session.driver.can(event), operations)
    ? ALONE
    : lanesOf(session, { operations, events: [], hasOthers: true })
