/** One small change to a source file, built into a copy of the sources and switched on by its id. */
export interface Mutant {
  readonly id: string
  /** From the root of the project. */
  readonly file: string
  readonly line: number
  /** The kind of change: a mutator of the engine, or one of ours. */
  readonly mutator: string
  /** The source text it replaces, and what stands there instead, both cut short. */
  readonly from: string
  readonly to: string
}

export interface Mutated {
  readonly file: string
  readonly text: string
  readonly mutants: readonly Mutant[]
}

/** The globals that the engine's instrumented sources read and write. */
interface EngineState {
  activeMutant: string | undefined
  currentTestId?: string | undefined
  readonly mutantCoverage: { readonly static: Counts; readonly perTest: Record<string, Counts> }
  hitCount?: number
  hitLimit?: number
}
type Counts = Record<string, number>

/** Where the engine's copy looks up which mutant is on, and the question that a copy of ours asks. */
const ENGINE = '__stryker__'
export const SWITCH = '__mutantIsOn'

const places = globalThis as unknown as { [ENGINE]?: EngineState; [SWITCH]?: (id: string) => boolean }

/** More often than this a mutant is not asked for in one request, unless it goes round in circles. */
const CIRCLES = 200_000

/** The engine's sources find it once and keep it, so it stays the same for good. */
const engine: EngineState = { activeMutant: undefined, mutantCoverage: { static: {}, perTest: {} } }
places[ENGINE] = engine

/** Switches one mutant on, or none. */
export function activate(id: string | undefined): void {
  engine.activeMutant = id
  engine.currentTestId = undefined
  places[SWITCH] = (asked) => asked === id
}

/** The mutants of the engine whose places were passed while modules were loaded. */
export const passedAtLoading = (): ReadonlySet<string> => new Set(Object.keys(engine.mutantCoverage.static))

/** Has whatever goes round in circles fail; to be said anew for each request. */
export function boundCircles(): void {
  engine.hitCount = 0
  engine.hitLimit = CIRCLES
}

/** From now on no mutant is on, and it is noted whose places are passed, until their ids are asked for. */
export function notePlaces(): () => string[] {
  const passed = new Set<string>()
  const { perTest } = engine.mutantCoverage
  perTest.now = {}
  engine.activeMutant = undefined
  engine.currentTestId = 'now'
  places[SWITCH] = (asked) => {
    passed.add(asked)
    return false
  }
  return () => {
    activate(undefined)
    return [...passed, ...Object.keys(perTest.now ?? {})]
  }
}

export const short = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > 100 ? `${line.slice(0, 99)}…` : line
}
