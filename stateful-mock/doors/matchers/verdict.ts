import { type Mismatch, mismatches } from '../../http/mismatches.ts'
import { shown } from './shown.ts'

/** The result of a matcher for Vitest or Playwright. */
export interface Verdict {
  readonly pass: boolean
  readonly message: () => string
}

/** A list of things that happened, and which of them are wanted. */
export interface Wanted<Thing> {
  /** Such as `the sandbox to have received createMonitor`. */
  readonly statement: string
  /** Candidates of the right kind. */
  readonly candidates: readonly Thing[]
  /** The expected part of a candidate. */
  readonly expected: object
  /** The number there must be; at least one when left out. */
  readonly times: number | undefined
  /** A line about one candidate. */
  line(candidate: Thing): string
  /** The message when there is no candidate at all. */
  readonly instead: string
}

/** Checks that the expected ones are there; the message is about the mistake, with or without `.not`. */
export function verdictOn<Thing extends object>(wanted: Wanted<Thing>): Verdict {
  const { candidates, expected, times } = wanted
  const compared = candidates.map((candidate) => ({ candidate, differences: mismatches(candidate, expected) }))
  const fitting = compared.filter(({ differences }) => differences.length === 0).length
  const pass = times === undefined ? fitting > 0 : fitting === times
  const head = pass ? unexpected(wanted, fitting) : missing(wanted, fitting)
  return { pass, message: () => [head, ...list(wanted, compared, pass)].join('\n') }
}

const unexpected = ({ statement, expected }: Wanted<unknown>, fitting: number): string =>
  `Expected ${notIn(statement)}${conditions(expected)}, but it happened ${counted(fitting)}:`

function missing({ statement, expected, times, candidates, instead }: Wanted<unknown>, fitting: number): string {
  const wanted = `Expected ${statement}${times === undefined ? '' : ` ${counted(times)}`}${conditions(expected)}`
  if (candidates.length === 0) return `${wanted}, but ${instead}`
  return `${wanted}, but ${fitting === 0 ? 'nothing matches' : `it happened ${counted(fitting)}`}:`
}

const notIn = (statement: string): string => statement.replace(' to have ', ' not to have ')

const counted = (times: number): string => (times === 1 ? 'once' : times === 2 ? 'twice' : `${times} times`)

const conditions = (expected: object): string => (Object.keys(expected).length === 0 ? '' : ` with ${shown(expected)}`)

interface Compared<Thing> {
  readonly candidate: Thing
  readonly differences: readonly Mismatch[]
}

function list<Thing>({ line }: Wanted<Thing>, compared: readonly Compared<Thing>[], fittingOnly: boolean): string[] {
  return compared
    .filter(({ differences }) => !fittingOnly || differences.length === 0)
    .flatMap(({ candidate, differences }) => [`  ${line(candidate)}`, ...differences.map(difference)])
}

const difference = ({ path, expected, actual }: Mismatch): string =>
  `    ${path}: expected ${shown(expected)}, received ${shown(actual)}`
