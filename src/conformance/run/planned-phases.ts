import type { Operation } from '../../contract/operations.ts'
import { mayCauseEvent } from '../draw/events.ts'
import { drawWalk } from '../draw/walk.ts'
import { castOf } from '../kit/cast.ts'
import type { Drawer } from '../kit/drawer.ts'
import { makeSampler } from '../kit/sampler.ts'
import { drawOnTheme } from '../plan/random.ts'
import { themes } from '../plan/themes.ts'
import { oddWalks, parallelWalks, plannedWalks } from '../plan/walks.ts'
import type { Phase } from '../report/phases.ts'
import type { Walk } from '../script/goal.ts'
import type { Session } from '../session/session.ts'
import { type Lanes, lanesOf, lanesOfWalk } from './lanes.ts'
import type { RunOptions } from './run-options.ts'

/** One sequence to be run: what it must have to itself, and who draws it. */
export interface PlannedSequence {
  readonly lanes: Lanes
  readonly drawer: () => Drawer
}

/** A phase of a run: so many sequences, each known by its number, whoever asks for it and when. */
export interface PlannedPhase {
  readonly phase: Phase
  readonly count: number
  readonly sequence: (index: number) => PlannedSequence
}

type Options = Pick<RunOptions, 'seed' | 'runs' | 'maxSteps' | 'concurrency'>

/** The phases of a run over these operations, in order. */
export function plannedPhases(session: Session, operations: readonly Operation[], options: Options): PlannedPhase[] {
  const walks = plannedWalks(session, operations)
  const walked = (phase: Phase, own: readonly Walk[]): PlannedPhase => ({
    phase,
    count: own.length,
    sequence: walking(session, own, options),
  })
  return [
    walked(
      'walk',
      walks.filter((walk) => !isInvalid(walk)),
    ),
    walked('invalid', [...walks.filter(isInvalid), ...oddWalks(operations)]),
    walked('parallel', parallelWalks(operations)),
    { phase: 'random', count: options.runs, sequence: onThemes(session, operations, options) },
  ]
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
  const all = themes(operations).map((value) => ({ value, weight: value.operations.length }))
  return (index) => {
    const own = (seed + Math.imul(index + 1, 0x85ebca6b)) | 0
    const theme = makeSampler(own ^ 0x5bd1e995).weighted(all)
    const length = { seed: own, steps: maxSteps }
    return {
      lanes: concurrency > 1 && theme ? lanesOfTheme(session, theme.operations) : 'alone',
      drawer: () => (theme ? drawOnTheme(session, theme, cast, length) : () => undefined),
    }
  }
}

/** With an outside event of the theme in reach, it goes alone. */
const lanesOfTheme = (session: Session, operations: readonly Operation[]): Lanes =>
  mayCauseEvent((event) => session.driver.can(event), operations) ? 'alone' : lanesOf(session, operations)
