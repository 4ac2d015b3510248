/** One small change to a source file, built into a copy of the sources and switched on by its id. */
export interface Mutant {
  readonly id: string
  /** From the root of the project. */
  readonly file: string
  readonly line: number
  /** What kind of change: a mutator of the engine, or one of ours. */
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

/** Where a running copy looks up which mutant is on: the engine's own place, so that one variable serves both kinds. */
export const ACTIVE = '__stryker__'

export function activate(id: string | undefined): void {
  const place = globalThis as unknown as Record<string, { activeMutant: string | undefined }>
  place[ACTIVE] = { activeMutant: id }
}

export const short = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > 100 ? `${line.slice(0, 99)}…` : line
}
